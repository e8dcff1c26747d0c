import type { FormField } from '@tessera/form';
import { Field } from '@tessera/ui/forms';
import styles from './Studio.module.css';

type Props = FormField & { readonly label: string; readonly helper: string };

export const TextArea = ({ label, helper, value, onChange, onBlur, error }: Props) => (
  <Field label={label} helper={helper} error={error}>
    {(ids) => (
      <textarea
        {...ids}
        className={styles.area}
        rows={4}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    )}
  </Field>
);
