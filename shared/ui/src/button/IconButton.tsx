import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './Button.module.css';

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> & {
  /** Its name for those who do not see the icon. */
  readonly label: string;
  readonly icon: ReactNode;
  /** A red dot for something new. Mention it in the label too. */
  readonly dot?: boolean | undefined;
};

export const IconButton = ({ label, icon, dot, className, type = 'button', ...rest }: IconButtonProps) => (
  <button {...rest} type={type} aria-label={label} title={label} className={classes(styles.iconButton, className)}>
    {icon}
    {dot && <span className={styles.dot} />}
  </button>
);
