import { useLocale } from '@tessera/ui';
import { percent } from './figures.ts';
import styles from './Loans.module.css';

/** Ratios between which the arc is drawn. */
const LEAST = 1;
const MOST = 2.5;
const RADIUS = 50;
const LENGTH = Math.PI * RADIUS;

const shareOf = (ratio: number): number => Math.min(1, Math.max(0, (ratio - LEAST) / (MOST - LEAST)));

type Props = {
  readonly label: string;
  /** Ratios as decimal strings; `ratio` is null while there is no price. */
  readonly ratio: string | null;
  readonly liquidation: string;
  readonly warning: string;
};

/** The collateral ratio as an arc, with a mark where it is liquidated. */
export function Gauge({ label, ratio, liquidation, warning }: Props) {
  const locale = useLocale();
  const value = ratio === null ? null : Number(ratio);
  const tone =
    value === null || value >= Number(warning) ? undefined : value >= Number(liquidation) + 0.1 ? 'warn' : 'danger';
  const text = ratio === null ? '–' : `${percent(ratio, locale, 1)} %`;
  const angle = Math.PI * (1 - shareOf(Number(liquidation)));
  const at = (radius: number) => [60 + radius * Math.cos(angle), 60 - radius * Math.sin(angle)] as const;
  const [[x1, y1], [x2, y2]] = [at(RADIUS - 8), at(RADIUS + 8)];
  return (
    <svg className={styles.gauge} viewBox="0 0 120 68" role="img" aria-label={`${label}: ${text}`}>
      <path className={styles.track} d="M 10 60 A 50 50 0 0 1 110 60" />
      <path
        className={styles.value}
        data-tone={tone}
        d="M 10 60 A 50 50 0 0 1 110 60"
        strokeDasharray={`${LENGTH * shareOf(value ?? 0)} ${LENGTH}`}
      />
      <line className={styles.mark} x1={x1} y1={y1} x2={x2} y2={y2} />
      <text className={styles.figure} x="60" y="54">
        {text}
      </text>
    </svg>
  );
}
