import { useTexts } from '@tessera/i18n';
import { type DecimalString, formatAmount, formatRate, isPositive } from '@tessera/money';
import { Amount, Change, classes, useLocale } from '@tessera/ui';
import { Fragment } from 'react';
import { type Figure, Figures as FigureList } from '../market/figures/Figures.tsx';
import styles from './copytrading.module.css';

/** Digits of USDT that are shown. */
const SCALE = 2;

export const Figures = ({ items, two }: { readonly items: readonly Figure[]; readonly two?: boolean }) => (
  <FigureList className={classes(styles.figures, two && styles.two)} items={items} />
);

/** An amount of USDT with its sign and colour. */
export const Profit = ({ value, large }: { readonly value: DecimalString | null; readonly large?: boolean }) =>
  value === null ? (
    <Fragment>–</Fragment>
  ) : (
    <Amount className={large ? styles.large : undefined} value={value} scale={SCALE} unit="USDT" signed />
  );

/** An amount of USDT without a direction. */
export function Usdt({ value }: { readonly value: DecimalString }) {
  const locale = useLocale();
  return <>{`${formatAmount(value, SCALE, locale)} USDT`}</>;
}

export const Ratio = ({ value }: { readonly value: DecimalString }) => <Change ratio={value} />;

/** A share of something: win rate, drawdown. */
export function Share({ value }: { readonly value: DecimalString }) {
  const locale = useLocale();
  return <>{formatRate(value, locale, 1)}</>;
}

/** What copies cost beyond the index, of what was traded; null without copies. */
export function Cost({ value }: { readonly value: DecimalString | null }) {
  const locale = useLocale();
  return <>{value === null ? '–' : formatRate(value, locale, 3)}</>;
}

/** Mean time that positions were held, in the two largest units. */
export function useDuration(): (ms: number) => string {
  const t = useTexts('trading/copytrading');
  return (ms) => {
    const minutes = Math.round(ms / 60_000);
    const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
    if (days > 0) return t('copy.days', { days, hours });
    if (hours > 0) return t('copy.hours', { hours, minutes: minutes % 60 });
    return t('copy.minutes', { minutes });
  };
}

/** What a follower pays the trader out of new highs. */
export function ProfitShare({ rate }: { readonly rate: DecimalString }) {
  const t = useTexts('trading/copytrading');
  const locale = useLocale();
  return (
    <>{isPositive(rate) ? t('copy.trader.share', { rate: formatRate(rate, locale, 0) }) : t('copy.trader.noShare')}</>
  );
}
