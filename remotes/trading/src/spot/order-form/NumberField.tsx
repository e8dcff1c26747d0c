import { classes, useLocale } from '@tessera/ui';
import { type ChangeEvent, type KeyboardEvent, type ReactNode, type Ref, useId } from 'react';
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
};

const PASTES: ReadonlySet<string> = new Set(['insertFromPaste', 'insertFromDrop']);

/** A number of the order form: label inside to save height, the locale's decimal sign, the decimal keyboard. */
export function NumberField(props: NumberFieldProps) {
  const { label, draft, scale, onDraft, onStep, error, before, after, inputRef } = props;
  const locale = useLocale();
  const errorId = useId();

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value } = event.target;
    const pasted = PASTES.has((event.nativeEvent as InputEvent).inputType);
    const next = pasted ? pastedDraft(value, locale, scale) : typedDraft(value, scale);
    if (next !== null) onDraft(next);
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
            className={styles.input}
            inputMode="decimal"
            enterKeyHint="done"
            autoComplete="off"
            placeholder=" "
            value={showDraft(draft, locale)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            onChange={change}
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
