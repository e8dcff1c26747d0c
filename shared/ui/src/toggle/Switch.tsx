import type { ReactNode } from 'react';
import { Span, Text } from '../primitives/Primitives.tsx';
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
      <Span tone="strong" weight="medium">
        {label}
      </Span>
      {note && <Text as="span">{note}</Text>}
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
