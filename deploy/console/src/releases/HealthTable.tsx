import { Badge, type BadgeProps } from '@tessera/ui';
import { formatCount, formatPercent, formatVital } from '../figures/format.ts';
import type { Health } from '../registry/contract.ts';
import { texts } from '../texts.ts';
import styles from './HealthTable.module.css';
import { failureKinds, failureRate, type Place, ratingOf, type VersionRow, VITALS } from './health.ts';

const TONES: Readonly<Record<Place, BadgeProps['tone']>> = {
  stable: 'neutral',
  ramp: 'accent',
  previous: 'neutral',
  left: 'warn',
};

const { columns } = texts.health;

function Failures({ health }: { readonly health: Health | undefined }) {
  const rate = health && failureRate(health);
  if (!health || !rate) return <>{texts.health.none}</>;
  const percent = (part: number) => formatPercent(part * 100);
  const kinds = failureKinds(health);
  return (
    <>
      <span className={styles.rate} title={texts.health.interval(percent(rate.low), percent(rate.high))}>
        {percent(rate.rate)}
      </span>
      <span className={styles.kinds}>
        {kinds.length === 0
          ? texts.health.noFailures
          : kinds.map(([kind, count]) => texts.health.kind(kind, count)).join(', ')}
      </span>
    </>
  );
}

function Vital({ name, health }: { readonly name: string; readonly health: Health | undefined }) {
  const vital = health?.vitals[name];
  if (!vital) return <>{texts.health.none}</>;
  const rating = ratingOf(name, vital.p75);
  return (
    <span className={styles.vital} data-rating={rating} title={texts.health.measured(vital.count)}>
      {formatVital(name, vital.p75)}
      {rating && rating !== 'good' && <span className={styles.rating}>{texts.health.ratings[rating]}</span>}
      {rating === 'good' && <span className="sr-only"> {texts.health.ratings.good}</span>}
    </span>
  );
}

export type HealthTableProps = { readonly label: string; readonly rows: readonly VersionRow[] };

/** Versions one below the other so that their figures compare: columns on a desk, a block each on a phone. */
export const HealthTable = ({ label, rows }: HealthTableProps) => (
  <div className={styles.table}>
    {/* Each figure carries its name for screen readers and phones. */}
    <div className={styles.head} aria-hidden="true">
      {Object.entries(columns).map(([id, column]) => (
        <span key={id}>{column}</span>
      ))}
    </div>
    <ul aria-label={label}>
      {rows.map(({ place, version, share, health }) => (
        <li key={`${place} ${version}`} className={styles.row} data-place={place}>
          <p className={styles.version} title={texts.health.placeNotes[place]}>
            <Badge tone={TONES[place]}>{texts.health.places[place]}</Badge>
            <span className={styles.number}>{version}</span>
          </p>
          <dl className={styles.figures}>
            <div className={styles.figure}>
              <dt>{columns.share}</dt>
              <dd>{share === null ? texts.health.none : formatPercent(share)}</dd>
            </div>
            <div className={styles.figure}>
              <dt>{columns.users}</dt>
              <dd>{health ? formatCount(health.users) : texts.health.none}</dd>
            </div>
            <div className={styles.figure} data-wide>
              <dt>{columns.failures}</dt>
              <dd>
                <Failures health={health} />
              </dd>
            </div>
            {VITALS.map((name) => (
              <div key={name} className={styles.figure}>
                <dt>{columns[name]}</dt>
                <dd>
                  <Vital name={name} health={health} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  </div>
);
