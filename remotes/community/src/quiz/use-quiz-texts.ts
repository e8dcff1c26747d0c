import { DOWN, type Outcome, priceStep, type Round, UP } from '@tessera/api/quiz';
import { useTexts } from '@tessera/i18n';
import { div, formatAmount, formatPercent, formatPrice, formatRate, isZero, quantize } from '@tessera/money';
import { type BadgeTone, useLocale } from '@tessera/ui';

type Priced = Pick<Round, 'kind'> & { readonly tick?: string | null };
type Unit = Pick<Round, 'scale' | 'currency'>;

/** Digits of how many times a stake is paid. */
const TIMES_SCALE = 2;
/** Fraction digits of a range that is a part of a price. */
const OFFSET_DIGITS = 1;

/** Texts and figures of rounds in the reader's language. */
export function useQuizTexts() {
  const t = useTexts('community/quiz');
  const locale = useLocale();
  const price = (value: string, tick: string | null | undefined) => formatPrice(value, tick ?? '0.01', locale);
  return {
    price,
    /** With the digits by which an outcome is decided. */
    exactPrice: (value: string, { tick, rules }: Pick<Round, 'tick' | 'rules'>) =>
      price(value, tick && priceStep(tick, rules ?? 1)),
    amount: (value: string, { scale, currency }: Unit) =>
      `${formatAmount(value, scale, locale, { zeros: 'trimmed' })}\u00a0${currency}`,
    count: (value: number) => new Intl.NumberFormat(locale).format(value),
    /** Whole percent: what the pool thinks likely. */
    chance: ({ chance }: Outcome) => (chance === null ? '–' : formatRate(chance, locale, 0)),
    /** What a stake on an outcome is paid, times the stake, as the pool stands. */
    times({ staked }: Outcome, pool: string) {
      if (isZero(staked)) return t('firstStake');
      const times = quantize(div(pool, staked), TIMES_SCALE, 'down');
      return t('pays', { times: formatAmount(times, TIMES_SCALE, locale) });
    },
    outcome({ outcome, label, from, to, from_offset, to_offset }: Outcome, { kind, tick }: Priced) {
      if (label !== null) return label;
      if (kind === 'realtime' && (outcome === UP || outcome === DOWN)) return t(outcome === UP ? 'up' : 'down');
      // Until guesses end, ranges are known as parts of a price that follows.
      const offset = (value: string) => formatPercent(value, locale, OFFSET_DIGITS);
      const isKnown = from !== null || to !== null;
      const low = isKnown ? from && price(from, tick) : from_offset && offset(from_offset);
      const high = isKnown ? to && price(to, tick) : to_offset && offset(to_offset);
      if (low === null) return t('below', { to: high ?? '' });
      return high === null ? t('above', { from: low }) : t('between', { from: low, to: high });
    },
    ask: ({ kind, symbol, title }: Pick<Round, 'kind' | 'symbol' | 'title'>) =>
      kind === 'question' ? (title ?? '') : t(`ask.${kind}`, { symbol: symbol ?? '' }),
  };
}

export const PHASE_TONES = {
  not_started: 'neutral',
  guessing: 'accent',
  cut_off: 'warn',
  unsettled: 'warn',
  over: 'neutral',
  void: 'neutral',
} as const satisfies Record<string, BadgeTone>;

export const STATUS_TONES = {
  open: 'accent',
  won: 'success',
  lost: 'danger',
  returned: 'neutral',
} as const satisfies Record<string, BadgeTone>;
