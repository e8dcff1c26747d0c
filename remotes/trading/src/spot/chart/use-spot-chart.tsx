import type { Instrument } from '@tessera/api/instruments';
import { type SpotOrder, useOpenOrders, useOrders } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { formatAmount, scaleOf, sub } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { lazyPart } from '@tessera/ui/lazy-part';
import { type ReactNode, useMemo, useState } from 'react';
import type { ChartMark, ChartTrades } from '../../chart/chart-line.ts';
import { useChartAlerts } from '../../chart/use-chart-alerts.tsx';
import { tradesOf } from '../orders/order-figures.ts';
import { type OrderLine, orderLines } from './order-lines.ts';

const MoveOrder = lazyPart(() => import(/* webpackChunkName: "move-order" */ './MoveOrder.tsx'));

/** Fills that are marked; older ones are in the history. */
const MOST_MARKS = 100;

const NONE: readonly SpotOrder[] = [];

/** The user's orders, fills and alerts of a pair over its candles, and the question that a dragged order asks. */
export function useSpotChart(instrument: Instrument): {
  readonly trades: ChartTrades;
  readonly dialog: ReactNode;
} {
  const { symbol, base, lot, tick } = instrument;
  const t = useTexts('trading');
  const locale = useLocale();
  const open = useOpenOrders(symbol).data?.rows ?? NONE;
  const past = useOrders({ status: 'history', symbol }).rows;
  const [asked, ask] = useState<{ readonly line: OrderLine; readonly price: string } | null>(null);
  const lines = useMemo(() => {
    const label = ({ side, amount, filled_amount }: SpotOrder) => {
      const left =
        amount === null
          ? ''
          : ` ${formatAmount(sub(amount, filled_amount), scaleOf(lot), locale, { zeros: 'trimmed' })} ${base}`;
      return `${t(side === 'buy' ? 'chart.buys' : 'chart.sells')}${left}`;
    };
    return orderLines(open, {
      order: label,
      stop: (order) => `${t('lever.kind.stop')} ${label(order)}`,
      handle: (line) => t('lever.chart.handle', { line }),
    });
  }, [open, base, lot, t, locale]);
  const marks = useMemo(
    () =>
      tradesOf([...open, ...(past ?? NONE)])
        .slice(0, MOST_MARKS)
        .map(
          ({ id, price, at, order }): ChartMark => ({
            id,
            side: order.side,
            label: t(order.side === 'buy' ? 'chart.buyMark' : 'chart.sellMark'),
            price,
            at,
          }),
        ),
    [open, past, t],
  );
  const trades = useMemo<ChartTrades>(
    () => ({
      lines,
      marks,
      asked: asked && { id: asked.line.id, price: asked.price },
      onMove({ id, price }) {
        const line = lines.find((each) => each.id === id);
        if (line) ask({ line, price });
      },
    }),
    [lines, marks, asked],
  );
  const dialog = asked && <MoveOrder props={{ ...asked, tick, onClose: () => ask(null) }} />;
  return useChartAlerts(instrument, { trades, dialog });
}
