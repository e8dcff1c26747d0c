import { Field } from '@tessera/ui/forms';
import styles from './Support.module.css';

export type MessageFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly error?: string | null | undefined;
  /** Characters. */
  readonly most: number;
};

/** A text of several lines. */
export const MessageField = ({ label, value, onChange, onBlur, error, most }: MessageFieldProps) => (
  <Field label={label} error={error}>
    {(ids) => (
      <textarea
        {...ids}
        className={styles.message}
        dir="auto"
        maxLength={most}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    )}
  </Field>
);
