import { useNow } from '../app/use-now.ts';
import { formatDuration, formatEvidence, formatMinute, formatPercent, formatUtc } from '../figures/format.ts';
import type { Ramp } from '../registry/contract.ts';
import { texts } from '../texts.ts';
import { evidenceLevel, evidenceShare } from './evidence.ts';
import styles from './RampPanel.module.css';

/** How many clients have the candidate, since when, and how near it is to being halted. */
export function RampPanel({ ramp: { version, percent, since, evidence } }: { readonly ramp: Ramp }) {
  const now = useNow();
  // What JSON cannot say is beyond all bounds.
  const weight = evidence ?? Number.POSITIVE_INFINITY;
  const level = evidenceLevel(weight);
  const said = Number.isFinite(weight) ? texts.ramp.evidenceValue(formatEvidence(weight)) : texts.ramp.evidenceUnknown;
  return (
    <div className={styles.panel}>
      <div className={styles.meter}>
        <div className={styles.line}>
          <span className={styles.what}>{texts.ramp.share(version)}</span>
          <strong className={styles.figure}>{formatPercent(percent)}</strong>
        </div>
        <div className={styles.track} aria-hidden="true">
          <span className={styles.bar} style={{ inlineSize: `${percent}%` }} />
        </div>
        <p className={styles.note}>
          <time dateTime={new Date(since).toISOString()} title={formatUtc(since)}>
            {texts.ramp.since(formatMinute(since), formatDuration(now - since))}
          </time>
        </p>
      </div>
      <div className={styles.meter} data-level={level}>
        <div className={styles.line}>
          <span className={styles.what}>{texts.ramp.evidence}</span>
          <strong className={styles.figure}>{said}</strong>
        </div>
        <div className={styles.track} aria-hidden="true">
          <span className={styles.bar} style={{ inlineSize: `${evidenceShare(weight) * 100}%` }} />
        </div>
        <div className={styles.scale} aria-hidden="true">
          <span>1</span>
          <span>10</span>
          <span>100</span>
          <span>1,000</span>
        </div>
        <p className={styles.note}>
          {texts.ramp.levels[level]} {texts.ramp.evidenceNote}
        </p>
      </div>
    </div>
  );
}
