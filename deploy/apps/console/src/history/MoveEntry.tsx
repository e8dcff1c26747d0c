import { Badge, type BadgeProps, Button } from '@tessera/ui';
import { TriangleAlert } from '@tessera/ui/icons';
import { memo } from 'react';
import { formatTime, formatUtc } from '../figures/format.ts';
import { ChangeList } from '../moves/ChangeList.tsx';
import type { Move } from '../registry/contract.ts';
import { texts } from '../texts.ts';
import styles from './MoveEntry.module.css';

const TONES: Readonly<Record<string, BadgeProps['tone']>> = {
  promote: 'success',
  ramp: 'accent',
  rollback: 'warn',
  revert: 'warn',
  halt: 'danger',
};

/** Enough of a hash to compare by eye. */
const HASH_SHOWN = 12;

export type MoveEntryProps = {
  readonly move: Move;
  readonly inForce: boolean;
  readonly blocked: string | null;
  readonly onRevert: (epoch: number) => void;
};

/** One move: when, who, what, why, what was overridden, and the way back to it. Up to a thousand stand on a page that ticks. */
export const MoveEntry = memo(function MoveEntry({ move, inForce, blocked, onRevert }: MoveEntryProps) {
  const { epoch, at, kind, who, why, forced, changes, hash } = move;
  return (
    <li className={styles.move}>
      <div className={styles.when}>
        <p className={styles.epoch}>{texts.history.epoch(epoch)}</p>
        <time dateTime={new Date(at).toISOString()} title={formatUtc(at)}>
          <span className={styles.local}>{formatTime(at)}</span>
          <span className={styles.utc}>{formatUtc(at)}</span>
        </time>
      </div>
      <div className={styles.what}>
        <p className={styles.line}>
          <Badge tone={TONES[kind] ?? 'neutral'}>{texts.history.kinds[kind] ?? kind}</Badge>
          <span className={styles.who}>{who}</span>
        </p>
        {changes.length > 0 ? (
          <ChangeList changes={changes} />
        ) : (
          <p className={styles.weak}>{texts.history.noChanges}</p>
        )}
        <p className={why === '' ? styles.weak : styles.why}>{why === '' ? texts.history.noReason : why}</p>
        {forced.length > 0 && (
          <div className={styles.forced}>
            <p className={styles.forcedTitle}>
              <TriangleAlert aria-hidden="true" />
              {texts.history.forced(forced.length)}
            </p>
            <ul>
              {forced.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className={styles.end}>
        <code className={styles.hash} title={hash}>
          <span className="sr-only">{texts.history.hash} </span>
          {hash.slice(0, HASH_SHOWN)}
        </code>
        {inForce ? (
          <Badge tone="success">{texts.history.inForce}</Badge>
        ) : (
          <Button
            variant="secondary"
            disabled={blocked !== null}
            title={blocked ?? undefined}
            aria-label={texts.history.revertLabel(epoch)}
            onClick={() => onRevert(epoch)}
          >
            {texts.history.revert}
          </Button>
        )}
      </div>
    </li>
  );
});
