import { useTexts } from '@tessera/i18n';
import { foldTyped } from '@tessera/money/typed';
import { useEffect, useRef, useState } from 'react';
import { Field } from '../field/Field.tsx';
import styles from './CodeInput.module.css';
import { codeIn } from './code-in.ts';

export type CodeInputProps = {
  readonly label: string;
  /** The digits so far. */
  readonly value: string;
  readonly onChange: (digits: string) => void;
  /** The last digit is there. */
  readonly onComplete?: ((digits: string) => void) | undefined;
  readonly length?: number | undefined;
  readonly helper?: string | undefined;
  readonly error?: string | null | undefined;
  readonly disabled?: boolean | undefined;
  /** Puts the focus here: at once, and again whenever it changes (the time at which a code was sent). */
  readonly autoFocus?: boolean | number | undefined;
};

/** Six boxes that are drawn, over one real input: paste, codes from messages and screen readers work as ever. */
export function CodeInput(props: CodeInputProps) {
  const { label, value, onChange, onComplete, length = 6, helper, error, disabled, autoFocus } = props;
  const t = useTexts('common');
  const input = useRef<HTMLInputElement>(null);
  /** What was beside it when a text was pasted, or filled in, that holds no code or several. */
  const [refused, refuse] = useState<Pick<CodeInputProps, 'value' | 'error'> | null>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  const show = (digits: string | null) => {
    refuse(digits === null ? { value, error } : null);
    if (digits === null) return;
    onChange(digits);
    if (digits.length === length && digits !== value) onComplete?.(digits);
  };
  const change = (text: string) => {
    const typed = foldTyped(text);
    const digits = typed.replace(/\D/g, '');
    // One sign more or less was typed, or some digits at once; a whole text comes from a message or a password manager.
    if (text.length <= value.length + 1 || (digits === typed && digits.length < length)) show(digits.slice(0, length));
    else show(codeIn(text, length));
  };
  const stands = refused !== null && refused.value === value && refused.error === error;
  const problem = stands ? t('rule.field_wrong_length', { length }) : error;
  return (
    <Field label={label} helper={helper} error={problem}>
      {(ids) => (
        <div className={styles.code} dir="ltr" data-invalid={ids['aria-invalid']}>
          <input
            {...ids}
            ref={input}
            className={styles.input}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            aria-label={t('ui.codeOf', { label, count: length })}
            disabled={disabled}
            value={value}
            onChange={(event) => change(event.target.value)}
            onPaste={(event) => {
              event.preventDefault();
              show(codeIn(event.clipboardData.getData('text'), length));
            }}
          />
          {Array.from({ length }, (_, place) => place).map((place) => (
            <span
              key={place}
              className={styles.box}
              data-next={place === Math.min(value.length, length - 1) || undefined}
              aria-hidden="true"
            >
              {value[place]}
            </span>
          ))}
        </div>
      )}
    </Field>
  );
}
