import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import styles from './SegmentedControl.module.css';

export type Segment<Value extends string> = {
  readonly value: Value;
  readonly label: ReactNode;
  /** Colours of a trade's side when chosen. */
  readonly tone?: 'buy' | 'sell' | undefined;
};

export type SegmentedControlProps<Value extends string> = {
  readonly label: string;
  readonly options: ReadonlyArray<Segment<Value>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly className?: string | undefined;
};

/** Two to four choices that exclude each other, drawn as one control; native radio buttons underneath. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onChange, className } = props;
  const name = useId();
  return (
    <fieldset className={classes(styles.group, className)} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment} data-tone={option.tone}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.face}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
