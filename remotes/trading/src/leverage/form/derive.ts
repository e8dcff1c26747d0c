import {
  affordableLots,
  lotsOfNotional,
  mostNotional,
  multiplesFor,
  notionalOf,
  type Outlook,
  outlookOf,
  type PositionSide,
  quantityOf,
} from '@tessera/api/leverage';
import { crosses } from '@tessera/api/spot';
import { cmp, type DecimalString, div, isPositive, mul, toStep } from '@tessera/money';
import { draftValue } from '../../ticket/draft.ts';
import { type ExpectedFill, expectedFill, shownPrice } from '../../ticket/expected-fill.ts';
import type { LeverForm, MarginMode } from './form.ts';
import { type Stop, stopOf } from './stops.ts';
import type { Conditions } from './terms.ts';

/** What is chosen for the position besides the form; kept on the device. */
export type Setting = { readonly mode: MarginMode; readonly multiple: number };

export type LeverOrder = {
  readonly symbol: string;
  readonly side: PositionSide;
  readonly kind: LeverForm['kind'];
  readonly mode: MarginMode;
  readonly lots: number;
  readonly multiple: number;
  /** Limit price, or the trigger price of a stop entry. */
  readonly price: DecimalString | null;
  /** Of a market order, the average price that is shown. */
  readonly shown: DecimalString | null;
  readonly profit: DecimalString | null;
  readonly loss: DecimalString | null;
  /** A ratio. */
  readonly trailing: DecimalString | null;
};

export type Derived = {
  readonly at: Conditions;
  readonly mode: MarginMode;
  readonly multiple: number;
  /** The price at which the order is expected to fill. */
  readonly price: DecimalString | null;
  readonly lots: number | null;
  /** As the size field shows it. */
  readonly sizeDraft: string;
  readonly quantity: DecimalString | null;
  /** In the currency of the price. */
  readonly value: DecimalString | null;
  /** The most lots that can be opened now; null while it is not known. */
  readonly most: number | null;
  /** It is the limit of the user's identity level that allows no more. */
  readonly mostByLevel: boolean;
  /** What a market order would take from the visible book. */
  readonly taken: ExpectedFill | null;
  readonly outlook: Outlook | null;
  /** Of the opening; a ratio. */
  readonly feeRate: DecimalString;
  readonly profit: Stop | null;
  readonly loss: Stop | null;
  readonly order: LeverOrder | null;
};

/** The side of the book that a position takes when it opens. */
export const tradeSide = (side: PositionSide): 'buy' | 'sell' => (side === 'long' ? 'buy' : 'sell');

const marketPrice = (side: PositionSide, { bid, ask }: Conditions): DecimalString | null =>
  side === 'long' ? ask : bid;

function statedPrice(form: LeverForm, at: Conditions): DecimalString | null {
  if (form.kind === 'market') return marketPrice(form.side, at);
  const typed = draftValue(form.kind === 'limit' ? form.price : form.trigger);
  return typed !== null && isPositive(typed) ? typed : null;
}

/** A limit order that would not take anything pays the maker's rate. */
const feeRateOf = (form: LeverForm, price: DecimalString, at: Conditions): DecimalString =>
  form.kind === 'limit' && !crosses(tradeSide(form.side), price, at) ? at.terms.makerFeeRate : at.terms.takerFeeRate;

/** By funds, tiers and terms, and by the limit of an order at the user's identity level, which is in USDT. */
function mostLots(
  price: DecimalString | null,
  feeRate: DecimalString,
  multiple: number,
  at: Conditions,
): Pick<Derived, 'most' | 'mostByLevel'> {
  const { terms, available, orderLimit } = at;
  if (available === null || price === null) return { most: null, mostByLevel: false };
  const inMoney = mul(price, terms.conversion);
  const byFunds = affordableLots({
    available,
    price: inMoney,
    lotSize: terms.lotSize,
    multiple,
    feeRate,
    scale: terms.scale,
  });
  const limit = terms.tiers.length === 0 ? null : (mostNotional(terms.tiers, multiple) ?? '0');
  const byTier = limit === null ? terms.mostLots : lotsOfNotional(limit, inMoney, terms.lotSize);
  const byAccount = Math.max(0, Math.min(byFunds, byTier, terms.mostLots));
  if (orderLimit === null || terms.currency !== 'USDT') return { most: byAccount, mostByLevel: false };
  const byLevel = lotsOfNotional(orderLimit, inMoney, terms.lotSize);
  return { most: Math.min(byAccount, byLevel), mostByLevel: byLevel < byAccount };
}

function lotsOf(form: LeverForm, price: DecimalString | null, most: number | null, at: Conditions): number | null {
  if (form.size.by === 'share') return most === null ? null : Math.floor((most * form.size.percent) / 100);
  const typed = draftValue(form.size.draft);
  if (typed === null) return null;
  const { lotSize } = at.terms;
  if (form.unit === 'lots') return Number(toStep(typed, '1'));
  if (form.unit === 'amount') return Number(toStep(div(typed, lotSize), '1'));
  return price === null ? null : lotsOfNotional(typed, price, lotSize);
}

function shownSize({ size, unit }: LeverForm, lots: number | null, price: DecimalString | null, at: Conditions) {
  if (size.by === 'typed') return size.draft;
  if (lots === null) return '';
  if (unit === 'lots') return String(lots);
  const quantity = quantityOf(lots, at.terms.lotSize);
  if (unit === 'amount') return quantity;
  return price === null ? '' : toStep(mul(quantity, price), '0.01');
}

/** The leverage in force: what was chosen, as far as it is offered here. */
export function offeredMultiple(chosen: number, multiples: readonly number[], ownLimit: number | null): number {
  const allowed = multiples.filter((each) => ownLimit === null || each <= ownLimit);
  return allowed.findLast((each) => each <= chosen) ?? allowed[0] ?? 1;
}

export function derive(form: LeverForm, setting: Setting, at: Conditions): Derived {
  const { terms } = at;
  const { side, kind } = form;
  const multiple = offeredMultiple(setting.multiple, terms.multiples, at.ownLimit);
  const stated = statedPrice(form, at);
  const feeRate = stated === null ? terms.takerFeeRate : feeRateOf(form, stated, at);
  const { most, mostByLevel } = mostLots(stated, feeRate, multiple, at);
  const lots = lotsOf(form, stated, most, at);
  const quantity = lots === null ? null : quantityOf(lots, terms.lotSize);
  const taken =
    kind === 'market' && at.book !== null && quantity !== null && isPositive(quantity)
      ? expectedFill(at.book, { side: tradeSide(side), amount: quantity, total: null, price: null }, terms.lotSize)
      : null;
  const price = taken?.average ?? stated;
  const sized = quantity !== null && isPositive(quantity) && price !== null;
  const mark = at.mark ?? price;
  const outlook =
    sized && lots !== null && mark !== null
      ? outlookOf({
          side,
          mode: setting.mode,
          lots,
          lotSize: terms.lotSize,
          conversion: terms.conversion,
          price,
          // An order that waits for its price is judged as of then.
          mark: kind === 'market' ? mark : price,
          multiple,
          feeRate,
          threshold: terms.threshold,
          holding: terms.holding,
          scale: terms.scale,
          available: at.available ?? '0',
          own: at.own,
          others: at.others,
        })
      : null;
  const protectedPosition =
    outlook && sized
      ? { side, entry: price, quantity: mul(quantity, terms.conversion), margin: outlook.margin, tick: terms.tick }
      : null;
  const stop = (field: 'profit' | 'loss') =>
    form.protected && protectedPosition ? stopOf(field, form[field], protectedPosition) : null;
  const profit = stop('profit');
  const loss = stop('loss');
  const callback = form.protected ? draftValue(form.trailing) : null;
  const order: LeverOrder | null =
    lots === null || lots < 1 || stated === null
      ? null
      : {
          ...{ symbol: terms.symbol, side, kind, mode: setting.mode, lots, multiple },
          price: kind === 'market' ? null : stated,
          shown: kind === 'market' ? shownPrice(tradeSide(side), taken, stated, terms.tick) : null,
          profit: profit?.price ?? null,
          loss: loss?.price ?? null,
          trailing: callback !== null && isPositive(callback) ? div(callback, '100') : null,
        };
  return {
    ...{
      at,
      mode: setting.mode,
      multiple,
      price,
      lots,
      quantity,
      most,
      mostByLevel,
      taken,
      outlook,
      feeRate,
      profit,
      loss,
      order,
    },
    sizeDraft: shownSize(form, lots, price, at),
    value: quantity !== null && price !== null ? notionalOf(price, quantity) : null,
  };
}

/** Whether a notional value, in the settlement currency, may use the leverage. */
export const isMultipleOffered = (notional: DecimalString, multiple: number, { terms }: Conditions): boolean =>
  multiplesFor(terms.multiples, terms.tiers, notional).includes(multiple);

export const isOver = (value: DecimalString, limit: DecimalString | null): boolean =>
  limit !== null && cmp(value, limit) > 0;
