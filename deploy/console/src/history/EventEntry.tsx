import type { ReleaseEventSummary } from '@tessera/registry-api';
import { Badge, type BadgeProps, Button, Span, Text } from '@tessera/ui';
import { TriangleAlert } from '@tessera/ui/icons';
import { memo } from 'react';
import { ChangeList } from '../actions/ChangeList.tsx';
import { formatTime, formatUtc } from '../figures/format.ts';
import { texts } from '../texts.ts';
import styles from './EventEntry.module.css';

const TONES: Readonly<Record<string, BadgeProps['tone']>> = {
  promote: 'success',
  ramp: 'accent',
  rollback: 'warn',
  revert: 'warn',
  halt: 'danger',
  repair: 'danger',
  restore: 'danger',
};

/** Prefix length for comparing hashes visually. */
const HASH_SHOWN = 12;

const Reasons = ({ title, reasons }: { readonly title: string; readonly reasons: readonly string[] }) => (
  <div className={styles.forced}>
    <p className={styles.forcedTitle}>
      <TriangleAlert aria-hidden="true" />
      {title}
    </p>
    <ul>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  </div>
);

export type EventEntryProps = {
  readonly event: ReleaseEventSummary;
  readonly inForce: boolean;
  readonly blocked: string | null;
  readonly onRevert: (epoch: number) => void;
};

/**
 * One release event with its audit entry and a revert button. Memoized: a ticking page shows up to a thousand of them.
 */
export const EventEntry = memo(function EventEntry({ event, inForce, blocked, onRevert }: EventEntryProps) {
  const { epoch, at, kind, who, why, forced, warnings = [], changes, hash, preview } = event;
  return (
    <li className={styles.event}>
      <div className={styles.when}>
        <Text tone="strong" size="inherit" weight="strong">
          {texts.history.epoch(epoch)}
        </Text>
        <time dateTime={new Date(at).toISOString()} title={formatUtc(at)}>
          <Span tone="normal" block>
            {formatTime(at)}
          </Span>
          <Text as="span" size={11} block>
            {formatUtc(at)}
          </Text>
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
          <Text size="inherit" above={1}>
            {preview ? texts.history.preview(preview.name, preview.version) : texts.history.noChanges}
          </Text>
        )}
        <Text tone={why === '' ? 'weak' : 'normal'} size="inherit" above={1}>
          {why === '' ? texts.history.noReason : why}
        </Text>
        {forced.length > 0 && <Reasons title={texts.history.forced(forced.length)} reasons={forced} />}
        {warnings.length > 0 && <Reasons title={texts.history.warnings(warnings.length)} reasons={warnings} />}
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
