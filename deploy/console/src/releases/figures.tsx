import type { VersionHealth } from '@tessera/registry-api';
import { formatPercent, formatVital } from '../figures/format.ts';
import { texts } from '../texts.ts';
import styles from './figures.module.css';
import { failureKinds, failureRate, isWorse, type Rate, ratingOf } from './health.ts';

type FailureFigureProps = {
  readonly health: VersionHealth;
  /** Rate to compare with, if any. */
  readonly reference: Rate | undefined;
};

/** The failure rate with kinds, and whether it is significantly worse than the reference. */
export function FailureFigure({ health, reference }: FailureFigureProps) {
  const rate = failureRate(health);
  if (!rate) return <>{texts.health.none}</>;
  const percent = (part: number) => formatPercent(part * 100);
  const kinds = failureKinds(health);
  const worse = isWorse(rate, reference);
  return (
    <>
      <span
        className={styles.rate}
        data-worse={worse || undefined}
        title={texts.health.interval(percent(rate.low), percent(rate.high))}
      >
        {percent(rate.rate)}
        {worse && <span className={styles.verdict}>{texts.health.worse}</span>}
      </span>
      <span className={styles.kinds}>
        {kinds.length === 0
          ? texts.health.noFailures
          : kinds.map(([kind, count]) => texts.health.kind(kind, count)).join(', ')}
      </span>
    </>
  );
}

type VitalFigureProps = { readonly name: string; readonly vital: VersionHealth['vitals'][string] | undefined };

/** A web vital with its rating: as text if it is not good, since colour alone is not accessible. */
export function VitalFigure({ name, vital }: VitalFigureProps) {
  if (!vital || vital.count === 0) return <>{texts.health.none}</>;
  const rating = ratingOf(name, vital.p75);
  return (
    <span className={styles.vital} data-rating={rating} title={texts.health.measured(vital.count)}>
      {formatVital(name, vital.p75)}
      {rating === 'good' && <span className="sr-only"> {texts.health.ratings.good}</span>}
      {rating && rating !== 'good' && <span className={styles.verdict}>{texts.health.ratings[rating]}</span>}
    </span>
  );
}
