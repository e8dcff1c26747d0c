import type { ReactNode } from 'react';
import styles from './Toggle.module.css';

export type SwitchProps = {
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean | undefined;
};

/** Takes effect at once. */
export const Switch = ({ label, note, checked, onChange, disabled }: SwitchProps) => (
  <label className={styles.line}>
    <span className={styles.texts}>
      <span className={styles.label}>{label}</span>
      {note && <span className={styles.note}>{note}</span>}
    </span>
    <input
      className={styles.switch}
      type="checkbox"
      role="switch"
      aria-checked={checked}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  </label>
);
