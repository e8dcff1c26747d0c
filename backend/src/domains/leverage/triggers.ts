import { CALLBACK_BOUNDS, isStopWrong } from '@tessera/api/leverage/rules';
import type { LeverTrigger } from '@tessera/api/leverage/wire';
import { cmp, div, isOnStep, isPositive, isZero, mul } from '@tessera/money';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { MarketEngine } from '../../platform/market/engine-types.ts';
import { type Batch, markOf } from './batch.ts';
import { isOpen, type Position, type Trigger } from './position.ts';
import { isMarketPrice, liquidationOf, priceOfTrigger } from './trigger-price.ts';

/** Of one position; what is stated at its opening included. */
const MOST_TRIGGERS = 20;

/** How a price is stated. */
export type Stated = { readonly by: Trigger['by']; readonly value: string };

type StatedFields = {
  readonly price?: string | undefined;
  readonly ratio?: string | undefined;
  readonly amount?: string | undefined;
  readonly distance?: string | undefined;
};

const WAYS = ['price', 'ratio', 'amount', 'distance'] as const;

/** What of the fields is sent; null where nothing is. */
export function statedOf(fields: StatedFields): Stated | null {
  for (const by of WAYS) {
    const value = fields[by];
    if (value !== undefined) return { by, value };
  }
  return null;
}

type StopFields = Readonly<
  Partial<Record<`${'target_profit' | 'stop_loss'}_${'price' | 'ratio' | 'amount'}`, string | undefined>>
>;

/** Take profit or stop loss as a call sends it. */
export const stopOf = (fields: StopFields, name: 'target_profit' | 'stop_loss'): Stated | null =>
  statedOf({
    price: fields[`${name}_price`],
    ratio: fields[`${name}_ratio`],
    amount: fields[`${name}_amount`],
  });

/** What closes all or a part of a position, before it has an id. */
export type NewTrigger = Stated & {
  readonly kind: Trigger['kind'];
  readonly quantity: string | null;
  readonly activationPrice: string | null;
};

/** The field by which a trigger states its price, as an error names it. */
const fieldOf = ({ kind, by }: Pick<Trigger, 'kind' | 'by'>): string => {
  if (kind === 'trailing_stop') return 'distance';
  return `${kind === 'take_profit' ? 'target_profit' : 'stop_loss'}_${by}`;
};

/** Rejects prices off the tick or on the wrong side of `against`: the mark, or the price of an order that is pending. */
export function refuseTrigger(
  trigger: NewTrigger,
  position: Position,
  { tick, rate, against, liquidation }: { tick: string; rate: string; against: string; liquidation: string | null },
): void {
  const { kind, by, value, activationPrice } = trigger;
  if (kind === 'trailing_stop') {
    const { least, most } = CALLBACK_BOUNDS;
    if (cmp(value, least) < 0) throw new DomainError('field_too_small', { field: 'distance', params: { min: least } });
    if (cmp(value, most) > 0) throw new DomainError('field_too_large', { field: 'distance', params: { max: most } });
    if (activationPrice !== null && !isOnStep(activationPrice, tick)) {
      throw new DomainError('price_off_tick', { field: 'activation_price', params: { tick } });
    }
    return;
  }
  const field = fieldOf(trigger);
  if (by === 'price' && !isOnStep(value, tick)) throw new DomainError('price_off_tick', { field, params: { tick } });
  // Of an order that is not filled, a result has no price yet.
  if (by !== 'price' && isZero(position.quantity)) {
    if (!isPositive(value)) throw new DomainError('field_must_be_positive', { field });
    return;
  }
  const price = priceOfTrigger(position, trigger, { tick, rate });
  if (isStopWrong(kind, position.side, price, against, liquidation))
    throw new DomainError('stop_price_wrong', { field });
}

/** What triggers of a position are judged against; rejects while there is no mark. */
function groundOf(engine: MarketEngine, batch: Batch, position: Position) {
  const { tick } = batch.instrument(position.symbol);
  const mark = markOf(engine, position.symbol);
  const pending = position.status === 'pending' ? position.price : null;
  const against = pending ?? mark;
  if (against === null) throw new DomainError('stale_price');
  const rate = batch.rateOf(engine, position);
  return { tick, rate, against, liquidation: liquidationOf(position, rate) };
}

/** Adds a trigger to a position that is pending or open; `rate` is that by which its results count now. */
export function addTrigger(batch: Batch, position: Position, trigger: NewTrigger, rate: string, at: number): Trigger {
  if (batch.triggersOf(position.id).length >= MOST_TRIGGERS) {
    throw new DomainError('too_many_triggers', { params: { max: MOST_TRIGGERS } });
  }
  const { tick } = batch.instrument(position.symbol);
  const open = isOpen(position);
  const made: Trigger = {
    id: batch.nextId('trigger'),
    positionId: position.id,
    userId: position.userId,
    symbol: position.symbol,
    ...trigger,
    price: priceOf(position, trigger, { tick, rate }),
    bestPrice: null,
    status: open ? 'active' : 'pending',
    tick: null,
    mark: null,
    createdAt: at,
    updatedAt: at,
  };
  batch.putTrigger(made);
  return made;
}

/** Null of a trailing stop, and of a result of what is not open yet. Rejects a result that no price gives. */
function priceOf(position: Position, trigger: NewTrigger, by: Parameters<typeof priceOfTrigger>[2]): string | null {
  if (trigger.by === 'distance') return null;
  if (trigger.by === 'price') return trigger.value;
  if (!isOpen(position)) return null;
  const price = priceOfTrigger(position, trigger, by);
  if (!isMarketPrice(price, by.tick)) throw new DomainError('stop_price_wrong', { field: fieldOf(trigger) });
  return price;
}

/** The user's position that waits or is open; rejects others. */
export function requireLive(batch: Batch, userId: string, id: string): Position {
  const position = batch.position(id);
  if (position?.userId !== userId || !(position.status === 'pending' || position.status === 'open')) {
    throw new DomainError('position_not_open', { field: 'id' });
  }
  return position;
}

/** Lots of a part as a quantity; rejects more than the position has. */
export function partOf(batch: Batch, position: Position, share: number | null | undefined): string | null {
  if (share === null || share === undefined) return null;
  const { lot } = batch.instrument(position.symbol);
  const quantity = mul(String(share), lot);
  const whole = isOpen(position) ? position.quantity : position.orderedQuantity;
  if (cmp(quantity, whole) > 0) {
    throw new DomainError('share_limit', { field: 'share', params: { min: 1, max: div(whole, lot) } });
  }
  return quantity;
}

export type SetStops = {
  readonly kind: 'stops';
  readonly userId: string;
  readonly id: string;
  /** Undefined stays as it is. */
  readonly takeProfit?: Stated | undefined;
  readonly stopLoss?: Stated | undefined;
};

/** Replaces take profit and stop loss of all of a position. */
export function setStops(engine: MarketEngine, command: SetStops, batch: Batch, at: number): void {
  const position = requireLive(batch, command.userId, command.id);
  const ground = groundOf(engine, batch, position);
  for (const [kind, stated] of [
    ['take_profit', command.takeProfit],
    ['stop_loss', command.stopLoss],
  ] as const) {
    if (!stated) continue;
    for (const former of batch.triggersOf(position.id)) {
      if (former.kind !== kind || former.quantity !== null) continue;
      if (former.status === 'triggered') throw new DomainError('position_not_open', { field: 'id' });
      batch.putTrigger({ ...former, status: 'cancelled', updatedAt: at });
    }
    if (isZero(stated.value)) continue;
    const trigger = { ...stated, kind, quantity: null, activationPrice: null };
    refuseTrigger(trigger, position, ground);
    addTrigger(batch, position, trigger, ground.rate, at);
  }
}

export type AddTrigger = {
  readonly kind: 'trigger';
  readonly userId: string;
  readonly id: string;
  readonly trigger: Omit<NewTrigger, 'quantity'>;
  readonly share: number | null;
};

export function addTriggerTo(engine: MarketEngine, command: AddTrigger, batch: Batch, at: number): Trigger {
  const position = requireLive(batch, command.userId, command.id);
  const trigger = { ...command.trigger, quantity: partOf(batch, position, command.share) };
  const ground = groundOf(engine, batch, position);
  refuseTrigger(trigger, position, ground);
  return addTrigger(batch, position, trigger, ground.rate, at);
}

/** The user's trigger that waits; rejects others. */
function requireWaiting(batch: Batch, userId: string, id: string): Trigger {
  const trigger = batch.trigger(id);
  if (trigger?.userId !== userId) throw new DomainError('not_found', { field: 'id' });
  if (trigger.status !== 'pending' && trigger.status !== 'active') {
    throw new DomainError('trigger_not_active', { field: 'id' });
  }
  return trigger;
}

export type MoveTrigger = {
  readonly kind: 'move';
  readonly userId: string;
  readonly id: string;
  readonly stated: Stated | null;
  /** Lots; null: all. Undefined stays as it is. */
  readonly share?: number | null | undefined;
};

/** Moves a trigger: another price, another part. A trailing stop with another distance begins anew. */
export function moveTrigger(engine: MarketEngine, command: MoveTrigger, batch: Batch, at: number): Trigger {
  const former = requireWaiting(batch, command.userId, command.id);
  const position = requireLive(batch, command.userId, former.positionId);
  const { kind, activationPrice } = former;
  const stated = command.stated ?? { by: former.by, value: former.value };
  if ((stated.by === 'distance') !== (kind === 'trailing_stop')) {
    throw new DomainError('invalid_field', { field: stated.by });
  }
  const quantity = command.share === undefined ? former.quantity : partOf(batch, position, command.share);
  const trigger = { kind, ...stated, quantity, activationPrice };
  if (command.stated) refuseTrigger(trigger, position, groundOf(engine, batch, position));
  const { tick } = batch.instrument(position.symbol);
  const trails = kind === 'trailing_stop' && !command.stated;
  const moved: Trigger = {
    ...former,
    ...trigger,
    price: trails ? former.price : priceOf(position, trigger, { tick, rate: batch.rateOf(engine, position) }),
    bestPrice: trails ? former.bestPrice : null,
    updatedAt: at,
  };
  batch.putTrigger(moved);
  return moved;
}

export type CancelTrigger = { readonly kind: 'drop'; readonly userId: string; readonly id: string };

export function cancelTrigger({ userId, id }: CancelTrigger, batch: Batch, at: number): Trigger {
  const cancelled: Trigger = { ...requireWaiting(batch, userId, id), status: 'cancelled', updatedAt: at };
  batch.putTrigger(cancelled);
  return cancelled;
}

/** A trigger as its owner sees it. */
export const triggerView = (trigger: Trigger, lot: string): LeverTrigger => ({
  id: trigger.id,
  position_id: trigger.positionId,
  kind: trigger.kind,
  by: trigger.by,
  value: trigger.value,
  share: trigger.quantity === null ? null : Number(div(trigger.quantity, lot)),
  price: trigger.price,
  activation_price: trigger.activationPrice,
  best_price: trigger.bestPrice,
  status: trigger.status,
  tick: trigger.tick,
  created_at: trigger.createdAt,
  updated_at: trigger.updatedAt,
});
