import type { Batch } from './batch.ts';
import { bookSide, type Order, type Position } from './position.ts';

/** What triggered a close. */
export type Triggered = {
  readonly triggerId: string | null;
  readonly triggerTick: number | null;
  readonly triggerPrice: string | null;
};

export const UNTRIGGERED: Triggered = { triggerId: null, triggerTick: null, triggerPrice: null };

/** A market order that closes, as its owner places it. */
export const closingOrder = (batch: Batch, position: Position, quantity: string, at: number): Order => ({
  id: batch.nextId('order'),
  positionId: position.id,
  userId: position.userId,
  symbol: position.symbol,
  purpose: 'close',
  side: bookSide(position.side, 'close'),
  kind: 'market',
  cause: 'user',
  price: null,
  stopPrice: null,
  slippage: null,
  quantity,
  filledQuantity: '0',
  filledExact: '0',
  fee: '0',
  profit: '0',
  reserved: '0',
  status: 'pending',
  ended: null,
  ...UNTRIGGERED,
  createdAt: at,
  updatedAt: at,
});

/** A close at the market that the book did not fill whole: it goes on until it is filled. */
export const isForced = ({ purpose, kind, slippage }: Order): boolean =>
  purpose === 'close' && kind === 'market' && slippage === null;
