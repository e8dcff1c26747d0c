import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { Span, Text } from '../primitives/Primitives.tsx';
import styles from './Toggle.module.css';

export type RadioOption<Value extends string> = {
  readonly value: Value;
  readonly label: ReactNode;
  readonly note?: ReactNode;
  /** Icon or coin before the label. */
  readonly start?: ReactNode;
  /** Cannot be chosen; the note says why. */
  readonly disabled?: boolean | undefined;
};

export type RadioGroupProps<Value extends string> = {
  readonly label: string;
  readonly options: ReadonlyArray<RadioOption<Value>>;
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  /** Pressed or confirmed by Enter, whether or not it is a change: closes the sheet around it. */
  readonly onPick?: (() => void) | undefined;
};

export function RadioGroup<Value extends string>({ label, options, value, onChange, onPick }: RadioGroupProps<Value>) {
  const name = useId();
  /** An arrow key is down: its clicks wander through the choices without leaving. */
  const wanders = useRef(false);
  const followKey = ({ type, key }: KeyboardEvent) => {
    wanders.current = type === 'keydown' && key.startsWith('Arrow');
    if (type === 'keydown' && key === 'Enter') onPick?.();
  };
  return (
    <fieldset
      aria-label={label}
      onKeyDown={followKey}
      onKeyUp={followKey}
      // A key may be released where the page does not notice.
      onPointerDown={() => {
        wanders.current = false;
      }}
    >
      {options.map((option) => (
        <label key={option.value} className={styles.line} data-disabled={option.disabled || undefined}>
          {option.start}
          <span className={styles.texts}>
            <Span tone="strong" weight="medium">
              {option.label}
            </Span>
            {option.note && <Text as="span">{option.note}</Text>}
          </span>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            disabled={option.disabled}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            // The detail of a click does not say what it comes from: of a pressed label WebKit gives none.
            onClick={() => !wanders.current && onPick?.()}
          />
        </label>
      ))}
    </fieldset>
  );
}
