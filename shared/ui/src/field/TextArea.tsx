import { classes } from '../classes.ts';
import styles from './Field.module.css';
import { Field } from './Field.tsx';

export type TextAreaProps = {
  readonly label: string;
  readonly helper?: string | undefined;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly error?: string | null | undefined;
  /** Characters. */
  readonly maxLength?: number | undefined;
};

/** A text of several lines. */
export const TextArea = ({ label, helper, value, onChange, onBlur, error, maxLength }: TextAreaProps) => (
  <Field label={label} helper={helper} error={error}>
    {(ids) => (
      <div className={styles.box}>
        <textarea
          {...ids}
          className={classes(styles.input, styles.area)}
          dir="auto"
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      </div>
    )}
  </Field>
);
