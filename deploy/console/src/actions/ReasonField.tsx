import { Field } from '@tessera/ui/forms';
import styles from './ReasonField.module.css';

/** A few sentences; the history shows the full text. */
const LONGEST = 500;

export type ReasonFieldProps = {
  readonly label: string;
  readonly helper: string;
  readonly error: string | null;
  readonly value: string;
  readonly onChange: (why: string) => void;
};

export const ReasonField = ({ label, helper, error, value, onChange }: ReasonFieldProps) => (
  <Field label={label} helper={helper} error={error}>
    {(ids) => (
      <textarea
        {...ids}
        className={styles.text}
        rows={2}
        maxLength={LONGEST}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);
