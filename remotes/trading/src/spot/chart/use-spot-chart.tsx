import type { Instrument } from '@tessera/api/instruments';
import { type SpotOrder, useOpenOrders, useOrders } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { formatAmount, scaleOf, sub } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { useMemo } from 'react';
import { tradesOf } from '../orders/order-figures.ts';
import type { ChartLine, ChartMark, ChartTrades } from './chart-line.ts';

/** Fills that are marked; older ones are in the history. */
const MOST_MARKS = 100;

const NONE: readonly SpotOrder[] = [];

/** The user's orders and fills of a pair, over its candles. */
export function useSpotChart({ symbol, base, lot }: Instrument): ChartTrades {
  const t = useTexts('trading');
  const locale = useLocale();
  const open = useOpenOrders(symbol).data?.rows ?? NONE;
  const past = useOrders({ status: 'history', symbol }).rows;
  const lines = useMemo(
    () =>
      open.flatMap((order): ChartLine[] => {
        const { price } = order;
        if (price === null || order.amount === null) return [];
        const left = formatAmount(sub(order.amount, order.filled_amount), scaleOf(lot), locale, { zeros: 'trimmed' });
        const label = `${t(order.side === 'buy' ? 'chart.buys' : 'chart.sells')} ${left} ${base}`;
        return [{ id: `order ${order.id}`, tone: order.side === 'buy' ? 'up' : 'down', dashed: true, price, label }];
      }),
    [open, base, lot, t, locale],
  );
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
  return useMemo(() => ({ lines, marks, asked: null, onMove() {} }), [lines, marks]);
}
