// By the package's name: a relative import would bundle a second copy of it.
import type { Illustrations } from '@tessera/ui';
import styles from './empty/EmptyState.module.css';

/** Laid from tiles like the mark, in a 96 × 96 box: quiet ones, and one that is lit. */
export const ILLUSTRATIONS: Illustrations = {
  chart: (
    <>
      <rect className={styles.faint} x="12" y="52" width="16" height="32" rx="4" />
      <rect className={styles.tile} x="31" y="40" width="16" height="44" rx="4" />
      <rect className={styles.faint} x="50" y="46" width="16" height="38" rx="4" />
      <rect className={styles.tile} x="69" y="28" width="16" height="56" rx="4" />
      <path className={styles.line} d="M14 36 37 22l20 8 24-18" />
    </>
  ),
  wallet: (
    <>
      <rect className={styles.faint} x="20" y="14" width="52" height="30" rx="6" />
      <rect className={styles.tile} x="10" y="28" width="76" height="54" rx="8" />
      <path className={styles.cut} d="M10 44h76" />
      <rect className={styles.lit} x="62" y="54" width="16" height="16" rx="4" />
    </>
  ),
  orders: (
    <>
      <rect className={styles.tile} x="18" y="12" width="60" height="72" rx="8" />
      <path className={styles.cut} d="M42 32h24M42 48h24M42 64h14" />
      <rect className={styles.lit} x="26" y="26" width="10" height="12" rx="3" />
      <rect className={styles.faint} x="26" y="42" width="10" height="12" rx="3" />
      <rect className={styles.faint} x="26" y="58" width="10" height="12" rx="3" />
    </>
  ),
  search: (
    <>
      <rect className={styles.faint} x="12" y="12" width="22" height="22" rx="5" />
      <rect className={styles.tile} x="38" y="12" width="22" height="22" rx="5" />
      <rect className={styles.tile} x="12" y="38" width="22" height="22" rx="5" />
      <rect className={styles.faint} x="38" y="38" width="22" height="22" rx="5" />
      <circle className={styles.line} cx="56" cy="56" r="18" />
      <path className={styles.line} d="m70 70 14 14" />
    </>
  ),
  message: (
    <>
      <path
        className={styles.tile}
        d="M18 16h60a8 8 0 0 1 8 8v36a8 8 0 0 1-8 8H44L28 82V68H18a8 8 0 0 1-8-8V24a8 8 0 0 1 8-8Z"
      />
      <rect className={styles.faint} x="26" y="36" width="12" height="12" rx="3" />
      <rect className={styles.faint} x="42" y="36" width="12" height="12" rx="3" />
      <rect className={styles.lit} x="58" y="36" width="12" height="12" rx="3" />
    </>
  ),
  box: (
    <>
      <path className={styles.tile} d="M14 36h68v40a8 8 0 0 1-8 8H22a8 8 0 0 1-8-8Z" />
      <path className={styles.faint} d="m14 36 10-16h48l10 16Z" />
      <rect className={styles.lit} x="38" y="36" width="20" height="18" rx="3" />
    </>
  ),
  shield: (
    <>
      <path
        className={styles.tile}
        d="M48 10c10 7 20 10 32 10v26c0 20-14 32-32 40-18-8-32-20-32-40V20c12 0 22-3 32-10Z"
      />
      <path className={styles.faint} d="M48 10c10 7 20 10 32 10v26H48Z" />
      <path className={styles.line} d="m34 48 10 10 19-20" />
    </>
  ),
};
