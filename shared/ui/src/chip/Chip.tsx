import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './Chip.module.css';

export type ChipProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Given: the chip is a toggle. Left out: it is a shortcut. */
  readonly selected?: boolean | undefined;
};

export const Chip = ({ selected, className, type = 'button', ...rest }: ChipProps) => (
  <button {...rest} type={type} aria-pressed={selected} className={classes(styles.chip, className)} />
);

export type ChipGroupProps<Value extends string> = {
  readonly label: string;
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: ReactNode }>;
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  /** Chips go on in the next line instead of scrolling. */
  readonly wrap?: boolean | undefined;
};

/** A filter: one chip of several is on. */
export function ChipGroup<Value extends string>({ label, options, value, onChange, wrap }: ChipGroupProps<Value>) {
  return (
    <fieldset className={styles.group} aria-label={label} data-wrap={wrap || undefined}>
      {options.map((option) => (
        <Chip key={option.value} selected={option.value === value} onClick={() => onChange(option.value)}>
          {option.label}
        </Chip>
      ))}
    </fieldset>
  );
}
