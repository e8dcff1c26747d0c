import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './Toggle.module.css';

export type CheckboxProps = {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean | undefined;
  /** The label; links within it stay links. */
  readonly children: ReactNode;
};

export const Checkbox = ({ checked, onChange, disabled, children }: CheckboxProps) => (
  <label className={classes(styles.line, styles.start)}>
    <input
      className={styles.check}
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span className={styles.text}>{children}</span>
  </label>
);
