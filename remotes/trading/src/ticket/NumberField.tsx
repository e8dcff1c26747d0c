import { classes, Stack } from '@tessera/ui';
import { useAmountEntry } from '@tessera/ui/forms';
import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react';
import type { Draft } from './draft.ts';
import styles from './Ticket.module.css';

type NumberFieldProps = {
  readonly label: string;
  readonly value: Draft;
  /** Fraction digits it takes. */
  readonly scale: number;
  readonly onChange: (draft: Draft) => void;
  readonly onBlur?: () => void;
  /** Arrow keys. */
  readonly onStep?: (up: boolean) => void;
  readonly error?: ReactNode;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** By which a form finds it. */
  readonly name?: string;
};

/** A number of the order form: label inside to save height, the locale's signs, the decimal keyboard. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, scale, onChange, onBlur, onStep, before, after, inputRef, name } = props;
  const belowId = useId();
  const entry = useAmountEntry({ value, onChange, scale });
  const error = entry.problem ?? props.error;
  const below = error || entry.hint;

  const key = (event: KeyboardEvent) => {
    if (!onStep || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onStep(event.key === 'ArrowUp');
  };

  return (
    <Stack gap={1}>
      <div className={styles.field} data-invalid={error ? true : undefined}>
        {before}
        <label className={classes(styles.entry, before ? styles.centred : undefined)}>
          <span className={styles.fieldLabel}>{label}</span>
          <input
            ref={inputRef}
            name={name}
            className={styles.input}
            enterKeyHint="done"
            autoComplete="off"
            placeholder=" "
            aria-invalid={error ? true : undefined}
            aria-describedby={below ? belowId : undefined}
            {...entry.input}
            onBlur={() => {
              entry.leave();
              onBlur?.();
            }}
            onKeyDown={key}
            onFocus={(event) => event.target.select()}
          />
        </label>
        {after}
      </div>
      {below && (
        <p className={error ? styles.error : styles.hint} id={belowId} aria-live="polite">
          {error}
          {error && entry.hint ? ' · ' : null}
          {entry.hint}
        </p>
      )}
    </Stack>
  );
}
