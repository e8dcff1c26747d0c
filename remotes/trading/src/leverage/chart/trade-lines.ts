import type { LeverOrder, LeverTrigger } from '@tessera/api/leverage';
import type { DecimalString } from '@tessera/money';
import type { ChartLine } from '../../chart/chart-line.ts';
import type { OpenRow } from '../account/use-book.ts';

/** What a dragged line changes. */
export type Movable =
  | { readonly what: 'stop'; readonly field: 'target_profit_price' | 'stop_loss_price'; readonly position: string }
  | { readonly what: 'trigger'; readonly trigger: string; readonly kind: LeverTrigger['kind'] }
  | { readonly what: 'order'; readonly position: string };

export type TradeLine = ChartLine & { readonly moves?: Movable | undefined };

/** The words on the lines. */
export type LineTexts = {
  entry(row: OpenRow): string;
  liquidation: string;
  profit: string;
  loss: string;
  /** An order that waits: "Limit long 5". */
  order(order: LeverOrder): string;
  /** Names a handle for screen readers. */
  handle(label: string): string;
};

const isOnChart = ({ status }: LeverTrigger): boolean => status === 'active' || status === 'pending';

function stopLines({ position }: OpenRow, texts: LineTexts): TradeLine[] {
  const line = (id: string, price: DecimalString | null, gains: boolean, label: string, moves: Movable): TradeLine[] =>
    price === null
      ? []
      : [{ id, tone: gains ? 'up' : 'down', dashed: true, price, label, handle: texts.handle(label), moves }];
  const { id, target_profit_price, stop_loss_price } = position;
  const parts = position.triggers
    .filter((trigger) => trigger.kind !== 'trailing_stop' && trigger.share !== null && isOnChart(trigger))
    .flatMap((trigger) => {
      const gains = trigger.kind === 'take_profit';
      const label = `${gains ? texts.profit : texts.loss} ${trigger.share}`;
      return line(`trigger ${trigger.id}`, trigger.price, gains, label, {
        what: 'trigger',
        trigger: trigger.id,
        kind: trigger.kind,
      });
    });
  return [
    ...line(`profit ${id}`, target_profit_price, true, texts.profit, {
      what: 'stop',
      field: 'target_profit_price',
      position: id,
    }),
    ...line(`loss ${id}`, stop_loss_price, false, texts.loss, { what: 'stop', field: 'stop_loss_price', position: id }),
    ...parts,
  ];
}

/** Positions, stops, liquidation prices and waiting orders of one instrument, as lines over its candles. */
export function tradeLines(
  rows: readonly OpenRow[],
  orders: readonly LeverOrder[],
  texts: LineTexts,
): readonly TradeLine[] {
  // Cross positions of one instrument are liquidated together.
  const cross = rows.find(({ position }) => position.mode === 'cross');
  const entries = rows.flatMap((row, place): TradeLine[] => {
    const { position, liquidation } = row;
    const { id, side, open_price: entry } = position;
    const shown = position.mode === 'isolated' || row === cross ? liquidation : null;
    const lines: TradeLine[] = [];
    if (entry !== null) {
      const tone = side === 'long' ? 'up' : 'down';
      const aside = place % 2 === 1;
      lines.push({ id: `entry ${id}`, tone, dashed: false, price: entry, label: texts.entry(row), aside });
    }
    if (shown !== null) {
      const label = texts.liquidation;
      lines.push({ id: `liquidation ${id}`, tone: 'warn', dashed: true, price: shown, label });
    }
    return [...lines, ...stopLines(row, texts)];
  });
  const waiting = orders.flatMap((order): TradeLine[] => {
    const price = order.stop_price ?? order.price;
    if (price === null || order.purpose !== 'open') return [];
    const label = texts.order(order);
    return [
      {
        id: `order ${order.id}`,
        tone: order.side === 'long' ? 'up' : 'down',
        dashed: true,
        price,
        label,
        handle: texts.handle(label),
        moves: { what: 'order', position: order.position_id },
      },
    ];
  });
  return [...entries, ...waiting];
}
