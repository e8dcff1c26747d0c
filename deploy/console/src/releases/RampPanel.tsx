import type { RampStatus } from '@tessera/registry-api';
import { Button } from '@tessera/ui';
import type { ReactNode } from 'react';
import { useNow } from '../app/use-now.ts';
import { formatDuration, formatEvidence, formatMinute, formatPercent, formatUtc } from '../figures/format.ts';
import { texts } from '../texts.ts';
import { evidenceLevel, evidenceShare, HALTS_AT } from './evidence.ts';
import styles from './RampPanel.module.css';

type MeterProps = {
  readonly what: string;
  readonly figure: string;
  /** Filled share of the track, 0 to 1. */
  readonly share: number;
  readonly level?: string | undefined;
  readonly children: ReactNode;
};

const Meter = ({ what, figure, share, level, children }: MeterProps) => (
  <div className={styles.meter} data-level={level}>
    <p className={styles.line}>
      <span className={styles.what}>{what}</span>
      <strong className={styles.figure}>{figure}</strong>
    </p>
    <div className={styles.track} aria-hidden="true">
      <span className={styles.bar} style={{ inlineSize: `${share * 100}%` }} />
    </div>
    {children}
  </div>
);

type EvidenceProps = Pick<RampStatus, 'percent' | 'evidence'> & { readonly isNew: boolean };

/** How close the ramp is to a halt; not shown if only one version is in use. */
function Evidence({ percent, evidence, isNew }: EvidenceProps) {
  const unweighed = isNew ? 'new' : percent === 100 ? 'everybody' : percent === 0 ? 'nobody' : null;
  if (unweighed) {
    return (
      <Meter what={texts.ramp.evidence} figure={texts.ramp.evidenceNone} share={0}>
        <p className={styles.note}>{texts.ramp.unweighed[unweighed]}</p>
      </Meter>
    );
  }
  const level = evidenceLevel(evidence);
  const said = evidence > HALTS_AT ? texts.ramp.evidenceBeyond : texts.ramp.evidenceValue(formatEvidence(evidence));
  return (
    <Meter what={texts.ramp.evidence} figure={said} share={evidenceShare(evidence)} level={level}>
      <div className={styles.scale} aria-hidden="true">
        <span>1</span>
        <span>10</span>
        <span>100</span>
        <span>1,000</span>
      </div>
      <p className={styles.note}>
        {texts.ramp.levels[level]} {texts.ramp.evidenceNote}
      </p>
    </Meter>
  );
}

export type RampPanelProps = {
  readonly ramp: RampStatus;
  /** Whether the remote has no stable version. */
  readonly isNew: boolean;
} & Pick<StepsProps, 'blocked' | 'onSteps'>;

type StepsProps = {
  readonly steps: NonNullable<RampStatus['steps']>;
  /** Why they cannot be held now; null if they can. */
  readonly blocked: string | null;
  /** Holds them, or lets them go on. */
  readonly onSteps: () => void;
};

/** What follows by itself, and when. */
function Steps({ steps: { who, next, due, held }, blocked, onSteps }: StepsProps) {
  const now = useNow();
  const list = next.map(({ percent }) => formatPercent(percent)).join(', ');
  const first = next[0];
  return (
    <div className={styles.meter}>
      <p className={styles.line}>
        <span className={styles.what}>{texts.ramp.steps}</span>
        <strong className={styles.figure}>{list}</strong>
      </p>
      <p className={styles.note}>
        {due === null || !first ? (
          texts.ramp.held(held ?? '')
        ) : (
          <time dateTime={new Date(due).toISOString()} title={formatUtc(due)}>
            {due > now
              ? texts.ramp.due(formatPercent(first.percent), formatMinute(due), formatDuration(due - now))
              : texts.ramp.dueNow(formatPercent(first.percent))}
          </time>
        )}{' '}
        {texts.ramp.plannedBy(who)}
      </p>
      <Button size="s" variant="secondary" disabled={blocked !== null} title={blocked ?? undefined} onClick={onSteps}>
        {due === null ? texts.ramp.resume : texts.ramp.hold}
      </Button>
    </div>
  );
}

/** Share and start of the ramp, what follows, and how close it is to a halt. */
export function RampPanel({ ramp, isNew, blocked, onSteps }: RampPanelProps) {
  const { version, percent, since, evidence, steps } = ramp;
  const now = useNow();
  return (
    <div className={styles.panel}>
      <Meter what={texts.ramp.share(version)} figure={formatPercent(percent)} share={percent / 100}>
        <p className={styles.note}>
          <time dateTime={new Date(since).toISOString()} title={formatUtc(since)}>
            {texts.ramp.since(formatMinute(since), formatDuration(now - since))}
          </time>
        </p>
      </Meter>
      {steps && <Steps steps={steps} blocked={blocked} onSteps={onSteps} />}
      <Evidence percent={percent} evidence={evidence} isNew={isNew} />
    </div>
  );
}
