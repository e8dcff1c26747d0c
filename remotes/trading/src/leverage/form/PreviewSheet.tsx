import type { Outlook } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import {
  abs,
  cmp,
  div,
  formatAmount,
  formatPercent,
  formatPrice,
  formatRate,
  isNegative,
  isZero,
  neg,
  sub,
} from '@tessera/money';
import { Badge, Button, KeyValue, type KeyValueItem, Note, Sheet, Span, Text, useLocale } from '@tessera/ui';
import { Checkbox } from '@tessera/ui/forms';
import { exactText } from '../../market/exact-text.ts';
import order from '../../ticket/Ticket.module.css';
import { ExplainedOutlook } from '../why/ExplainedOutlook.tsx';
import type { OutlookFigure } from '../why/why.ts';
import { tradeSide } from './derive.ts';
import type { LeverForm } from './form.ts';
import styles from './LeverForm.module.css';
import { ProblemText } from './ProblemText.tsx';
import type { Stop } from './stops.ts';
import type { DerivedOrder } from './use-lever-order.ts';
import { useSubmitLabel } from './use-submit-label.ts';

export type PreviewSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly form: LeverForm;
  readonly derived: DerivedOrder;
  readonly busy: boolean;
  readonly asks: boolean;
  readonly onAsks: (asks: boolean) => void;
  readonly onConfirm: () => void;
};

/** Money is shown with so many digits, or what the currency has. */
const MONEY_DIGITS = 4;

function useMoney({ at: { terms } }: DerivedOrder) {
  const locale = useLocale();
  const digits = Math.min(MONEY_DIGITS, terms.scale);
  return (value: string, signed = false) =>
    `${formatAmount(value, digits, locale, { zeros: 'trimmed', signed })} ${terms.currency}`;
}

/** What is ordered, and what it costs. */
function useRows(form: LeverForm, derived: DerivedOrder, outlook: Outlook): readonly KeyValueItem[] {
  const t = useTexts('trading/leverage');
  const common = useTexts('common');
  const locale = useLocale();
  const money = useMoney(derived);
  const { at, price, lots, taken, order: placed, profit, loss } = derived;
  const { terms } = at;
  const priced = (value: string) => `${formatPrice(value, terms.tick, locale)} ${terms.quote}`;
  const market = form.kind === 'market';
  const why = (figure: OutlookFigure, title: string, value: string) => (
    <ExplainedOutlook {...{ derived, outlook, figure, title, value }} />
  );
  const rows: KeyValueItem[] = [
    {
      label: form.kind === 'stop' ? t('lever.form.trigger', { ns: 'trading' }) : common('price'),
      value:
        price === null ? '–' : market ? t('confirm.about', { ns: 'trading', value: priced(price) }) : priced(price),
    },
    {
      label: common('amount'),
      value: `${exactText(String(lots ?? 0), locale)} ${t('lever.lots')} = ${exactText(outlook.quantity, locale)} ${terms.base}`,
    },
    { label: t('lever.value'), value: money(outlook.notional) },
    { label: t('lever.margin'), value: why('margin', t('lever.margin'), money(outlook.margin)) },
    {
      label: t('confirm.feeAt', {
        ns: 'trading',
        rate: formatRate(div(outlook.openingFee, outlook.notional), locale, 3),
      }),
      value: why('fee', common('fee'), t('confirm.about', { ns: 'trading', value: money(outlook.openingFee) })),
    },
    { label: t('lever.form.cost'), value: why('total', t('lever.form.cost'), money(outlook.total)), strong: true },
  ];
  if (taken && !isZero(taken.slippage)) {
    rows.splice(1, 0, { label: t('form.slippage', { ns: 'trading' }), value: formatRate(taken.slippage, locale, 2) });
  }
  const stop = (label: string, found: Stop | null) => {
    if (found) rows.push({ label, value: `${priced(found.price)} · ${money(found.pnl, true)}` });
  };
  stop(t('lever.stop.profit', { ns: 'trading' }), profit);
  stop(t('lever.stop.loss', { ns: 'trading' }), loss);
  if (placed?.trailing)
    rows.push({ label: t('lever.stop.trailing', { ns: 'trading' }), value: formatRate(placed.trailing, locale) });
  return rows;
}

/** What may become of it, by the rules that the exchange executes. */
function useProspects(derived: DerivedOrder, outlook: Outlook): readonly KeyValueItem[] {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const money = useMoney(derived);
  const { at, price, mode } = derived;
  const { tick, quote } = at.terms;
  const far = (level: string) =>
    price === null || isZero(price) ? '' : ` (${formatPercent(div(sub(level, price), price), locale)})`;
  const level = (value: string) => `${formatPrice(value, tick, locale)} ${quote}${far(value)}`;
  const dayLabel = t(isNegative(outlook.costOfDay) ? 'lever.outlook.dayPaid' : 'lever.outlook.dayCost');
  const why = (figure: OutlookFigure, title: string, value: string) => (
    <ExplainedOutlook {...{ derived, outlook, figure, title, value }} />
  );
  return [
    {
      label: t(mode === 'cross' ? 'lever.outlook.liquidationCross' : 'lever.liquidation'),
      value: why(
        'liquidation',
        t('lever.liquidation'),
        outlook.liquidation ? level(outlook.liquidation) : t('lever.outlook.never'),
      ),
      strong: true,
    },
    {
      label: t('lever.outlook.breakEven'),
      value: why('breakEven', t('lever.outlook.breakEven'), level(outlook.breakEven)),
    },
    {
      label: dayLabel,
      value: why('day', dayLabel, t('confirm.about', { ns: 'trading', value: money(abs(outlook.costOfDay)) })),
    },
  ];
}

function Moves({ derived, outlook }: { readonly derived: DerivedOrder; readonly outlook: Outlook }) {
  const t = useTexts('trading/leverage');
  const common = useTexts('common');
  const locale = useLocale();
  const { terms } = derived.at;
  const digits = Math.min(2, terms.scale);
  return (
    <table className={styles.moves}>
      <caption>{t('lever.outlook.moves')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('lever.outlook.move')}</th>
          <th scope="col">{common('price')}</th>
          <th scope="col">{t('lever.outlook.result', { currency: terms.currency })}</th>
          <th scope="col">ROE</th>
        </tr>
      </thead>
      <tbody>
        {outlook.moves
          .toSorted((a, b) => cmp(b.move, a.move))
          .map(({ move, price, pnl, roe, liquidated }) => {
            const way = isNegative(pnl) ? 'down' : 'up';
            return (
              <tr key={move}>
                <td>{formatPercent(move, locale, 0)}</td>
                <td>{formatPrice(price, terms.tick, locale)}</td>
                {liquidated ? (
                  <td className={styles.liquidated} colSpan={2}>
                    {t('lever.outlook.liquidated')}
                  </td>
                ) : (
                  <>
                    <Span as="td" tone={way}>
                      {formatAmount(pnl, digits, locale, { signed: true })}
                    </Span>
                    <Span as="td" tone={way}>
                      {formatPercent(roe, locale)}
                    </Span>
                  </>
                )}
              </tr>
            );
          })}
      </tbody>
    </table>
  );
}

/** Before the order: every number once more, and what the order can lead to. */
export default function PreviewSheet(props: PreviewSheetProps) {
  const { open, onClose, form, derived, busy, asks, onAsks, onConfirm } = props;
  const t = useTexts('trading/leverage');
  const { outlook } = derived;
  const label = useSubmitLabel(form, derived);
  const [problem] = derived.problems;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(`lever.confirm.${form.side}`)}
      footer={
        <Button
          block
          size="l"
          variant={tradeSide(form.side)}
          busy={busy}
          disabled={problem !== undefined}
          onClick={onConfirm}
        >
          {label}
        </Button>
      }
    >
      <p className={styles.lead}>
        {derived.at.terms.symbol}
        <Badge tone={form.side === 'long' ? 'up' : 'down'}>{t(`lever.${form.side}`)}</Badge>
        <Badge>{t(`lever.mode.${derived.mode}`)}</Badge>
        <Badge>{derived.multiple}×</Badge>
        <Badge>{t(`lever.kind.${form.kind}`, { ns: 'trading' })}</Badge>
      </p>
      {outlook && <Prospects form={form} derived={derived} outlook={outlook} />}
      {problem && (
        <p className={order.error} role="status">
          <ProblemText problem={problem} at={derived.at} />
        </p>
      )}
      <Checkbox checked={!asks} onChange={(skip) => onAsks(!skip)}>
        {t('confirm.skip', { ns: 'trading' })}
      </Checkbox>
    </Sheet>
  );
}

type ProspectsProps = { readonly form: LeverForm; readonly derived: DerivedOrder; readonly outlook: Outlook };

function Prospects({ form, derived, outlook }: ProspectsProps) {
  const t = useTexts('trading/leverage');
  const rows = useRows(form, derived, outlook);
  const prospects = useProspects(derived, outlook);
  const money = useMoney(derived);
  return (
    <>
      <KeyValue items={rows} />
      <KeyValue items={prospects} />
      <Note above={2}>
        {t(derived.mode === 'cross' ? 'lever.outlook.worstCross' : 'lever.outlook.worstIsolated', {
          amount: money(neg(outlook.worstCase)),
        })}
      </Note>
      <Moves derived={derived} outlook={outlook} />
      <Text above={3} below={3}>
        {t(`lever.confirm.${form.kind}Note`)}
      </Text>
    </>
  );
}
