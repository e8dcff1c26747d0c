import { partsOf } from '@tessera/api/instruments';
import type { Plan, PlanSlot } from '@tessera/api/plans';
import { useTexts } from '@tessera/i18n';
import { type DecimalString, div, formatAmount, isPositive } from '@tessera/money';
import { type BadgeTone, type KeyValueItem, useLocale } from '@tessera/ui';
import { exactText } from '../market/exact-text.ts';
import type { Agreed } from './new-plan.ts';

const SIGNIFICANT = 8;

export type State = 'running' | NonNullable<Plan['ended']>;

export const stateOf = ({ ended }: Plan): State => ended ?? 'running';

export const TONES: Readonly<Record<State, BadgeTone>> = {
  running: 'accent',
  done: 'success',
  user: 'neutral',
  refused: 'warn',
  account: 'warn',
};

/** Share of its orders that are over, or share of its amount that is filled; null of a plan without an end. */
export function progressOf({ kind, slots, placed, skipped, amount, filled_amount }: Plan): DecimalString | null {
  if (kind === 'scaled' && amount !== null) return div(filled_amount, amount);
  return slots === null ? null : div(String(placed + skipped), String(slots));
}

/** What became of one order of a plan. */
export function outcomeOf({ order }: PlanSlot): 'filled' | 'partial' | 'pending' | 'cancelled' | null {
  if (!order) return null;
  if (order.status === 'filled') return 'filled';
  if (isPositive(order.filled_amount)) return 'partial';
  return order.status === 'pending' ? 'pending' : 'cancelled';
}

const MARKET: ReadonlySet<string> = new Set([
  'stale_price',
  'market_closed',
  'market_halted',
  'service_paused',
  'service_unavailable',
  'try_again',
]);
const NAMED = [
  'missed',
  'insufficient_balance',
  'order_limit',
  'too_many_orders',
  'total_too_small',
  'price_too_far',
  'currency_closed',
] as const;

/** The text of why an order was not placed. */
export function useRefusal(): (code: string) => string {
  const t = useTexts('trading/plans');
  return (code) => {
    const named = NAMED.find((each) => each === code);
    return t(`refusal.${named ?? (MARKET.has(code) ? 'market' : 'other')}`);
  };
}

/** Seconds in words of at most hours. */
export function useSpan(): (seconds: number) => string {
  const t = useTexts('trading/plans');
  return (seconds) => {
    if (seconds < 60) return t('seconds', { count: seconds });
    return seconds < 3_600 ? t('minutes', { count: seconds / 60 }) : t('hours', { count: seconds / 3_600 });
  };
}

/** An average price to eight digits after the point at most. */
export const averageText = (price: DecimalString, unit: string, locale: string): string =>
  `${formatAmount(price, SIGNIFICANT, locale, { zeros: 'trimmed' })} ${unit}`;

/** The terms of a plan, as they were set. */
export function useTerms(plan: Agreed): readonly KeyValueItem[] {
  const t = useTexts('trading/plans');
  const span = useSpan();
  const locale = useLocale();
  const { base, quote } = partsOf(plan.symbol);
  const price = (value: DecimalString) => `${exactText(value, locale)} ${quote}`;
  const items: KeyValueItem[] = [];
  if (plan.amount !== null) {
    items.push({ label: t('amountIn', { unit: base }), value: exactText(plan.amount, locale) });
  }
  if (plan.quote_amount !== null) items.push({ label: t('spend'), value: price(plan.quote_amount) });
  if (plan.limit_price !== null) items.push({ label: t('limit'), value: price(plan.limit_price) });
  if (plan.price_from !== null && plan.price_to !== null) {
    const [from, to] = [exactText(plan.price_from, locale), price(plan.price_to)];
    items.push({ label: t('range'), value: t('span', { from, to }) });
  }
  if (plan.sizes !== null) items.push({ label: t('sizes'), value: t(`size.${plan.sizes}`) });
  if (plan.kind === 'twap' && plan.interval_seconds !== null && plan.slots !== null) {
    items.push({ label: t('duration'), value: span(plan.interval_seconds * plan.slots) });
    items.push({ label: t('interval'), value: span(plan.interval_seconds) });
  }
  if (plan.every !== 'interval') items.push({ label: t('every'), value: t(`often.${plan.every}`) });
  if (plan.kind === 'recurring') {
    items.push({ label: t('runs'), value: plan.slots === null ? t('endless') : String(plan.slots) });
  }
  return items;
}
