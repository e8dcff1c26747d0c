import { useTexts } from '@tessera/i18n';
import { classes, useLocale } from '@tessera/ui';
import { pasteProblemText } from '@tessera/ui/forms';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from 'react';
import { type Draft, pastedDraft, showDraft, typedDraft } from './draft.ts';
import styles from './OrderForm.module.css';

type NumberFieldProps = {
  readonly label: string;
  readonly draft: Draft;
  /** Fraction digits it takes. */
  readonly scale: number;
  readonly onDraft: (draft: Draft) => void;
  /** Arrow keys. */
  readonly onStep?: (up: boolean) => void;
  readonly error?: ReactNode;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** By which a form finds it. */
  readonly name?: string;
};

/** A number of the order form: label inside to save height, the locale's decimal sign, the decimal keyboard. */
export function NumberField(props: NumberFieldProps) {
  const { label, draft, scale, onDraft, onStep, before, after, inputRef, name } = props;
  const locale = useLocale();
  const errorId = useId();

  const t = useTexts('common');
  const [refused, setRefused] = useState<string | null>(null);
  const error = refused ?? props.error;

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const next = typedDraft(event.target.value, scale);
    if (next === null) return;
    setRefused(null);
    onDraft(next);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    const copied = event.clipboardData.getData('text');
    const pasted = pastedDraft(copied, locale, scale);
    setRefused('problem' in pasted ? pasteProblemText(t, pasted.problem, copied) : null);
    if ('draft' in pasted) onDraft(pasted.draft);
  };
  const key = (event: KeyboardEvent) => {
    if (!onStep || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onStep(event.key === 'ArrowUp');
  };

  return (
    <div className={styles.fieldGroup}>
      <div className={styles.field} data-invalid={error ? true : undefined}>
        {before}
        <label className={classes(styles.entry, before ? styles.centred : undefined)}>
          <span className={styles.fieldLabel}>{label}</span>
          <input
            ref={inputRef}
            name={name}
            className={styles.input}
            inputMode="decimal"
            enterKeyHint="done"
            autoComplete="off"
            placeholder=" "
            value={showDraft(draft, locale)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            onChange={change}
            onPaste={paste}
            onBlur={() => setRefused(null)}
            onKeyDown={key}
            onFocus={(event) => event.target.select()}
          />
        </label>
        {after}
      </div>
      {error && (
        <p className={styles.error} id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
