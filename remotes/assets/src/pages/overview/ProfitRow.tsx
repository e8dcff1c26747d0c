import { type Profit, type ProfitPeriod, useProfit } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDateTime, formatFiat, formatMoment, formatPercent } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useFiat } from '@tessera/session';
import { Heading, HIDDEN_AMOUNT, Text, useLocale } from '@tessera/ui';
import { type ExplainedFigure, Explanation, formulaOf } from '@tessera/ui/content';
import styles from './AssetsPage.module.css';
import { profitText, wayOf } from './profit-text.ts';

/** Flows that are listed in an explanation. */
const LISTED = 10;

/** What a profit is made of, with what came in and went out in its time. */
function Why({ period, flows }: { readonly period: ProfitPeriod; readonly flows: Profit['flows'] }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const fiat = useFiat();
  const money = (usd: string) => formatFiat(usd, fiat, locale);
  const { start, inflow, outflow, end, profit, ratio, from } = period;
  const term = (label: string, usd: string) => ({ label, value: money(usd) });
  const { entries, formula } = formulaOf(term(t('overview.pnl'), profit), [
    term(t('overview.end'), end),
    '−',
    term(t('overview.start'), start),
    '−',
    term(t('overview.inflow'), inflow),
    '+',
    term(t('overview.outflow'), outflow),
  ]);
  const moved = flows
    .filter(({ at }) => at >= from)
    .slice(0, LISTED)
    .map(({ kind, amount, scale, currency, value, at }) => ({
      // No plain text: two of one minute are two entries.
      label: <span>{`${t(`kind.${kind}`)} · ${formatDateTime(at, locale)}`}</span>,
      value: `${formatAmount(amount, scale, locale, { zeros: 'trimmed', signed: true })} ${currency} ≈ ${money(value)}`,
    }));
  return (
    <Explanation
      entries={[...entries, ...moved]}
      formula={[
        ...formula,
        ...(ratio === null
          ? []
          : [
              `${t('overview.return')} = ${money(profit)} ÷ (${money(start)} + ${money(inflow)}) = ${formatPercent(ratio, locale)}`,
            ]),
      ]}
      note={t('overview.profitNote', { from: formatMoment(from, locale) })}
      link={{ to: screenUrl('/pages/setting/bill'), label: t('routes.setting.bill') }}
    />
  );
}

/** A profit with its sign and its return. */
function ProfitFigure({ period, hidden }: { readonly period: ProfitPeriod; readonly hidden: boolean }) {
  const locale = useLocale();
  const fiat = useFiat();
  return (
    <span className={styles.profit} data-way={hidden ? undefined : wayOf(period.profit)} translate="no">
      {hidden ? HIDDEN_AMOUNT : profitText(period.profit, fiat, locale)}
      {!hidden && period.ratio !== null && <small>{formatPercent(period.ratio, locale)}</small>}
    </span>
  );
}

/** What each profit is made of, for the explanation of the block. */
export function useProfitFigures(hidden: boolean): readonly ExplainedFigure[] {
  const t = useTexts('assets');
  const { data } = useProfit();
  return (data?.periods ?? []).map((period) => ({
    title: `${t('overview.pnl')} · ${t(`overview.profit_${period.days}`)}`,
    value: <ProfitFigure period={period} hidden={hidden} />,
    children: <Why period={period} flows={data?.flows ?? []} />,
  }));
}

/** Profit and loss today, over 7 and over 30 days. */
export function ProfitRow({ hidden }: { readonly hidden: boolean }) {
  const t = useTexts('assets');
  const { data } = useProfit();
  if (!data) return null;
  if (data.periods.length === 0) return <Text>{t('overview.noProfit')}</Text>;
  return (
    <>
      <Heading as="h3" tone="weak" size={12} weight="normal" above={4}>
        {t('overview.pnl')}
      </Heading>
      <dl className={styles.periods}>
        {data.periods.map((period) => (
          <div key={period.days}>
            <Text as="dt">{t(`overview.profit_${period.days}`)}</Text>
            <Text as="dd" tone="strong" size="inherit" weight="medium">
              <ProfitFigure period={period} hidden={hidden} />
            </Text>
          </div>
        ))}
      </dl>
    </>
  );
}
