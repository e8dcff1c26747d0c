import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Verdict.module.css';

const ICONS = { valid: CircleCheck, waiting: Clock, wrong: CircleAlert } as const;

export type VerdictProps = {
  /** Null while the check runs. `waiting`: nothing is wrong, and not everything could be checked. */
  readonly outcome: keyof typeof ICONS | null;
  readonly children: ReactNode;
};

/** What a check that the user's own browser makes has found. */
export function Verdict({ outcome, children }: VerdictProps) {
  const Icon = outcome && ICONS[outcome];
  return (
    <p className={styles.verdict} role={outcome ? 'status' : undefined} data-outcome={outcome ?? undefined}>
      {Icon && <Icon />}
      <span>{children}</span>
    </p>
  );
}
