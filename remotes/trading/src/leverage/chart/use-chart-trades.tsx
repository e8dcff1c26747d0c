import type { Instrument } from '@tessera/api/instruments';
import { type LeverOrder, useAmendOrder, useMoveTrigger, useSetStops } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { type ReactNode, useMemo, useState } from 'react';
import type { ChartTrades } from '../../chart/chart-line.ts';
import { MoveQuestion, moveOutcome } from '../../chart/MoveQuestion.tsx';
import { useChartAlerts } from '../../chart/use-chart-alerts.tsx';
import { exactText } from '../../market/exact-text.ts';
import type { Book, OpenRow } from '../account/use-book.ts';
import { type Movable, type TradeLine, tradeLines } from './trade-lines.ts';

type Asked = { readonly line: TradeLine; readonly price: string };

const NONE: readonly LeverOrder[] = [];

type MoveDialogProps = {
  readonly asked: Asked;
  readonly moves: Movable;
  readonly tick: string;
  readonly onClose: () => void;
};

/** Asks before a dragged line takes effect. */
function MoveDialog({ asked: { line, price }, moves, tick, onClose }: MoveDialogProps) {
  const t = useTexts('trading/leverage');
  const id = moves.what === 'trigger' ? moves.trigger : moves.position;
  const set = moveOutcome(id, t('lever.stop.set'), onClose);
  const stops = useSetStops(set);
  const trigger = useMoveTrigger(set);
  const order = useAmendOrder(moveOutcome(id, t('lever.amend.done', { ns: 'trading' }), onClose));
  const commands = { stop: stops, trigger, order };
  const run = () => {
    if (moves.what === 'stop') stops.run({ id, [moves.field]: price });
    else if (moves.what === 'trigger') trigger.run({ id, price });
    else order.run({ id, target_price: price });
  };
  return (
    <MoveQuestion
      {...{ tick, onClose }}
      command={commands[moves.what]}
      line={line.label}
      from={line.price}
      to={price}
      onConfirm={run}
    />
  );
}

/** The user's lines and alerts on the chart of an instrument, and the question that a dragged one asks. */
export function useChartTrades(
  instrument: Instrument,
  book: Book,
  orders: readonly LeverOrder[] = NONE,
): { readonly trades: ChartTrades; readonly dialog: ReactNode } {
  const { symbol, base, tick } = instrument;
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const [asked, ask] = useState<Asked | null>(null);
  const lines = useMemo(() => {
    const own = (book.rows ?? []).filter(({ position }) => position.symbol === symbol);
    return tradeLines(own, orders, {
      entry: ({ position, pnl }: OpenRow) =>
        `${t(`lever.${position.side}`)} ${exactText(position.quantity, locale)} ${base} ${formatAmount(pnl, 2, locale, { signed: true })}`,
      liquidation: t('lever.chart.liquidation'),
      profit: t('lever.chart.profit'),
      loss: t('lever.chart.loss'),
      order: ({ kind, side, share }) =>
        `${t(`lever.kind.${kind}`, { ns: 'trading' })} ${t(`lever.${side}`)} ${exactText(String(share), locale)}`,
      handle: (line) => t('lever.chart.handle', { ns: 'trading', line }),
    });
  }, [book.rows, symbol, base, orders, t, locale]);
  const trades = useMemo<ChartTrades>(
    () => ({
      lines,
      asked: asked && { id: asked.line.id, price: asked.price },
      onMove({ id, price }) {
        const line = lines.find((each) => each.id === id);
        if (line) ask({ line, price });
      },
    }),
    [lines, asked],
  );
  const moves = asked?.line.moves;
  const dialog = asked && moves && <MoveDialog asked={asked} moves={moves} tick={tick} onClose={() => ask(null)} />;
  return useChartAlerts(instrument, { trades, dialog });
}
