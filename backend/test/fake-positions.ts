import type { OpenCopy, PositionEvent, Positions, ReduceCopy } from '../src/domains/copytrading/index.ts';
import { DomainError } from '../src/platform/http/domain-error.ts';
import type { TestApp } from './test-app.ts';

type Held = {
  readonly userId: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  lots: number;
  entry: number;
};

/** Size of a lot of BTC/USDT-PERP, in units of the base. */
const LOT = 0.00001;
const MULTIPLE = 10;

/** Positions in memory, with the keys, events and rejections of the market, at prices that a test sets. */
export type FakePositions = Positions & {
  /** A user trades: opens, adds to or closes lots at the price of now. Returns the position's id. */
  trade(userId: string, side: 'long' | 'short', lots: number, price: number): string;
  shut(positionId: string, lots: number, price: number): void;
  /** Price at which copies are filled. */
  price: number;
  /** Lots that each copy gets, or has closed, at most: what the house takes. */
  depth: number;
  /** Of each trade. */
  fee: string;
  /** Who closes what is closed, where that is not the copying. */
  closer: PositionEvent['closer'];
  /** What opening rejects with, by user. */
  readonly rejects: Map<string, Error>;
  /** Called before each order; throws to play a crash. */
  onOrder: (key: string) => void;
  /** Orders that reached the market, without repetitions. */
  readonly keys: Map<string, unknown>;
  readonly held: Map<string, Held>;
};

export function fakePositions(now: () => TestApp | undefined): FakePositions {
  const events: PositionEvent[] = [];
  const held = new Map<string, Held>();
  const keys = new Map<string, { positionId: string }>();
  let next = 1;
  const at = () => now()?.now() ?? 0;
  const emit = (
    positionId: string,
    of: Held,
    kind: PositionEvent['kind'],
    lots: number,
    price: number,
    sourceId: string | null,
  ) => {
    const profit = kind === 'opened' ? 0 : (of.side === 'long' ? 1 : -1) * (price - of.entry) * lots * LOT;
    events.push({
      id: String(events.length + 1),
      userId: of.userId,
      positionId,
      symbol: of.symbol,
      kind,
      side: of.side,
      multiple: MULTIPLE,
      quantity: (lots * LOT).toFixed(6),
      openQuantity: (of.lots * LOT).toFixed(6),
      price: String(price),
      index: now()?.feed.quote(of.symbol)?.index ?? null,
      profit: profit.toFixed(6),
      fee: fake.fee,
      closer: kind === 'opened' ? null : fake.closer,
      margin: ((of.lots * LOT * of.entry) / MULTIPLE).toFixed(6),
      currency: 'USDT',
      sourceId,
      at: at(),
    });
  };
  const begin = (
    order: Pick<OpenCopy, 'userId' | 'symbol' | 'side'>,
    lots: number,
    price: number,
    source: string | null,
  ) => {
    const id = String(next++);
    const position = { ...order, lots, entry: price };
    held.set(id, position);
    emit(id, position, 'opened', lots, price, source);
    return id;
  };
  /** An order of which nothing is filled in its time. */
  const refuse = (order: Pick<OpenCopy, 'userId' | 'symbol' | 'side'>) => {
    const id = String(next++);
    emit(id, { ...order, lots: 0, entry: 0 }, 'cancelled', 0, 0, null);
    return id;
  };
  const shut = (positionId: string, lots: number, price: number) => {
    const position = held.get(positionId);
    if (!position || position.lots === 0) throw new DomainError('position_not_open');
    const closed = Math.min(lots, position.lots);
    position.lots -= closed;
    emit(positionId, position, position.lots === 0 ? 'closed' : 'partly_closed', closed, price, null);
  };
  const fake: FakePositions = {
    price: 60_000,
    depth: Number.POSITIVE_INFINITY,
    fee: '0',
    closer: null,
    rejects: new Map(),
    onOrder: () => undefined,
    keys,
    held,
    trade: (userId, side, lots, price) => begin({ userId, symbol: 'BTC/USDT-PERP', side }, lots, price, null),
    shut,
    events: async (_, after, limit) => events.filter(({ id }) => Number(id) > Number(after)).slice(0, limit),
    holdingCosts: async () => new Map(),
    async open(order, key) {
      const known = keys.get(key);
      if (known) return known;
      const rejection = fake.rejects.get(order.userId);
      if (rejection) throw rejection;
      const worse =
        order.worstPrice !== null &&
        (order.side === 'long' ? fake.price > Number(order.worstPrice) : fake.price < Number(order.worstPrice));
      const lots = worse ? 0 : Math.min(order.lots, fake.depth);
      const positionId = lots === 0 ? refuse(order) : begin(order, lots, fake.price, order.sourceId);
      keys.set(key, { positionId });
      fake.onOrder(key);
      return { positionId };
    },
    async detach(_, key) {
      keys.set(key, { positionId: '' });
    },
    async reduce({ positionId, keep }: ReduceCopy, key) {
      if (keys.has(key)) return;
      const lots = (held.get(positionId)?.lots ?? 0) - keep;
      if (lots > 0) shut(positionId, Math.min(lots, fake.depth), fake.price);
      keys.set(key, { positionId });
      fake.onOrder(key);
    },
  };
  return fake;
}
