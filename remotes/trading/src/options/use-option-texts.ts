import { type Direction, type Option, SETTLEMENT_TICKS } from '@tessera/api/options';
import { useTexts } from '@tessera/i18n';
import { cmp, type DecimalString, formatAmount, formatPrice } from '@tessera/money';
import { type BadgeTone, useLocale } from '@tessera/ui';

const MINUTE_S = 60;

export type OptionState = 'entering' | 'open' | 'settling' | 'won' | 'tied' | 'lost' | 'returned';

/** Where an option stands at this time, Unix ms. */
export function stateOf({ status, result, open_price, expires_at }: Option, now: number): OptionState {
  if (status === 'returned') return 'returned';
  if (status === 'settled' && result !== null) return result;
  if (now >= expires_at) return 'settling';
  return open_price === null ? 'entering' : 'open';
}

export const STATE_TONES: Readonly<Record<OptionState, BadgeTone>> = {
  entering: 'neutral',
  open: 'accent',
  settling: 'warn',
  won: 'success',
  tied: 'neutral',
  lost: 'danger',
  returned: 'neutral',
};

/** Whether an option would win at this price: of now, the settlement is a mean of the last 25. */
export function standing(
  direction: Direction,
  strike: DecimalString,
  price: DecimalString,
): 'ahead' | 'behind' | 'level' {
  const side = cmp(price, strike);
  if (side === 0) return 'level';
  return side > 0 === (direction === 'up') ? 'ahead' : 'behind';
}

const TONES: Readonly<Partial<Record<OptionState | ReturnType<typeof standing>, 'up' | 'down'>>> = {
  won: 'up',
  ahead: 'up',
  lost: 'down',
  behind: 'down',
};

/** Of a profit in this state; undefined where there is none. */
export const toneOf = (state: OptionState | ReturnType<typeof standing>): 'up' | 'down' | undefined => TONES[state];

/** Texts and figures of options in the user's language. */
export function useOptionTexts() {
  const t = useTexts('trading/options');
  const locale = useLocale();
  return {
    term: (seconds: number): string =>
      seconds % MINUTE_S === 0
        ? t('option.minutes', { count: seconds / MINUTE_S })
        : t('option.seconds', { count: seconds }),
    direction: (direction: Direction): string => t(direction === 'up' ? 'option.higher' : 'option.lower'),
    amount: (value: DecimalString, { scale, currency }: Pick<Option, 'scale' | 'currency'>, sign = false): string =>
      `${formatAmount(value, scale, locale, { zeros: 'trimmed', ...(sign && { signed: true }) })} ${currency}`,
    price: (value: DecimalString, tick: DecimalString): string => formatPrice(value, tick, locale),
    ticksHelp: t('option.ticksHelp', { count: SETTLEMENT_TICKS }),
  };
}
