import type { InputHTMLAttributes, ReactNode } from 'react';
import styles from './Field.module.css';
import { Field, type FieldTexts } from './Field.tsx';

export type TextInputProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'children' | 'id'> & {
    readonly value: string;
    readonly onChange: (text: string) => void;
    /** Inside the box, at its end: a unit, a button. */
    readonly after?: ReactNode;
  };

export const TextInput = ({
  label,
  helper,
  error,
  end,
  compact,
  after,
  value,
  onChange,
  type = 'text',
  ...rest
}: TextInputProps) => (
  <Field label={label} helper={helper} error={error} end={end} compact={compact}>
    {(ids) => (
      <div className={styles.box}>
        <input
          {...rest}
          {...ids}
          className={styles.input}
          type={type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {after}
      </div>
    )}
  </Field>
);
