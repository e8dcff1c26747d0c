import { CircleAlert } from '@tessera/ui/icons';
import { Notice } from '../notice/Notice.tsx';
import type { Reason } from '../registry/contract.ts';
import { texts } from '../texts.ts';
import styles from './Refusal.module.css';

/** Everything that speaks against a move, one by one. */
export const Refusal = ({ reasons }: { readonly reasons: readonly Reason[] }) => (
  <Notice tone="danger" icon={<CircleAlert />} title={texts.move.refusedTitle(reasons.length)} urgent>
    <ul className={styles.reasons}>
      {reasons.map(({ code, message }) => (
        <li key={`${code} ${message}`}>
          <code className={styles.code}>{code}</code> {message}
        </li>
      ))}
    </ul>
  </Notice>
);
