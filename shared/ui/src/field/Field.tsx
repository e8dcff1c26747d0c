import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

export type FieldIds = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
};

export type FieldTexts = {
  readonly label: string;
  readonly helper?: ReactNode;
  /** Takes the helper's place. */
  readonly error?: string | null | undefined;
  /** Next to the label, at the end of its line. */
  readonly end?: ReactNode;
  /** The label moves into the box and no line is kept free below: dense forms. */
  readonly compact?: boolean | undefined;
};

export type FieldProps = FieldTexts & {
  /** Renders the control; spread the ids on the element that takes the input. */
  readonly children: (ids: FieldIds) => ReactNode;
};

/** Label above, helper or error below in one place, so that an error does not shift the layout. */
export function Field({ label, helper, error, end, compact, children }: FieldProps) {
  const id = useId();
  const below = error || helper;
  return (
    <div className={styles.field} data-compact={compact || undefined}>
      <div className={styles.top}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {end && <span className={styles.end}>{end}</span>}
      </div>
      {children({
        id,
        'aria-describedby': below ? `${id}-below` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <p id={`${id}-below`} className={styles.below} data-error={error ? true : undefined} aria-live="polite">
        {below}
      </p>
    </div>
  );
}
