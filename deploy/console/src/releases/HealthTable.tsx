import { Badge, type BadgeProps } from '@tessera/ui';
import type { ReactNode } from 'react';
import { formatCount, formatPercent } from '../figures/format.ts';
import { texts } from '../texts.ts';
import { FailureFigure, VitalFigure } from './figures.tsx';
import styles from './HealthTable.module.css';
import { failureRate, type Place, usersSeen, type VersionRow, VITALS } from './health.ts';

const TONES: Readonly<Record<Place, BadgeProps['tone']>> = {
  stable: 'neutral',
  ramp: 'accent',
  previous: 'neutral',
};

const { columns } = texts.health;

type FigureProps = { readonly label: string; readonly wide?: boolean; readonly children: ReactNode };

const Figure = ({ label, wide, children }: FigureProps) => (
  <div className={styles.figure} data-wide={wide || undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

type FiguresProps = {
  readonly row: VersionRow;
  /** The row that a ramp is compared with. */
  readonly stable: VersionRow | undefined;
};

/** Figures of one version. */
function Figures({ row: { place, share, health }, stable }: FiguresProps) {
  const given = <Figure label={columns.share}>{share === null ? texts.health.none : formatPercent(share)}</Figure>;
  if (!health || usersSeen(health) === 0) {
    return (
      <dl className={styles.figures}>
        {given}
        <div className={styles.silent}>
          <dt className="sr-only">{columns.users}</dt>
          <dd>{texts.health.noReports}</dd>
        </div>
      </dl>
    );
  }
  const reference = place === 'ramp' && stable?.health ? failureRate(stable.health) : undefined;
  return (
    <dl className={styles.figures}>
      {given}
      <Figure label={columns.users}>{formatCount(usersSeen(health))}</Figure>
      <Figure label={columns.failures} wide>
        <FailureFigure health={health} reference={reference} />
      </Figure>
      {VITALS.map((name) => (
        <Figure key={name} label={columns[name]}>
          <VitalFigure name={name} vital={health.vitals[name]} />
        </Figure>
      ))}
    </dl>
  );
}

export type HealthTableProps = { readonly label: string; readonly rows: readonly VersionRow[] };

/** Health figures of the versions: table columns on wide screens, one block per version on phones. */
export const HealthTable = ({ label, rows }: HealthTableProps) => (
  <div>
    {/* Each figure has its label for screen readers and phones. */}
    <div className={styles.head} aria-hidden="true">
      {Object.entries(columns).map(([id, column]) => (
        <span key={id}>{column}</span>
      ))}
    </div>
    <ul aria-label={label}>
      {rows.map((row) => (
        <li key={`${row.place} ${row.version}`} className={styles.row} data-place={row.place}>
          <p className={styles.version} title={texts.health.placeNotes[row.place]}>
            <Badge tone={TONES[row.place]}>{texts.health.places[row.place]}</Badge>
            <span className={styles.number}>{row.version}</span>
          </p>
          <Figures row={row} stable={rows.find(({ place }) => place === 'stable')} />
        </li>
      ))}
    </ul>
  </div>
);
