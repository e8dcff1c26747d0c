import styles from './Price.module.css';

/** A filled triangle, so that a direction is not shown by colour only. */
export const Arrow = ({ direction }: { readonly direction: 'up' | 'down' }) => (
  <svg className={styles.arrow} viewBox="0 0 8 8" aria-hidden="true">
    <path d={direction === 'up' ? 'M4 1 7.5 7h-7Z' : 'M4 7 .5 1h7Z'} />
  </svg>
);
