import { type ArtworkDetail, DEFAULTS_WITHIN, MOST_DEFAULTS } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { formatRate, quantize } from '@tessera/money';
import { useLocale } from '@tessera/ui';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;

/** Basis points as a ratio: 250 are 0.025. */
export const ratioOf = (bp: number): string => quantize(String(bp / 10_000), 4, 'down');

/** Fraction digits of a percentage: 250 basis points are 2.5 %. */
const digitsOf = (bp: number): number => (bp % 100 === 0 ? 0 : bp % 10 === 0 ? 1 : 2);

type Terms = Pick<ArtworkDetail['terms'], 'fee_bp' | 'forfeit_bp' | 'deposit_bp' | 'pay_within' | 'extension'>;

/** The rules of a sale in words, with the figures of that sale. */
export function useTermTexts({ fee_bp, forfeit_bp, deposit_bp, pay_within, extension }: Terms) {
  const t = useTexts('nft');
  const locale = useLocale();
  const rate = (bp: number) => formatRate(ratioOf(bp), locale, digitsOf(bp));
  const hours = Math.round(pay_within / HOUR);
  return {
    rate,
    deposit: t('terms.deposit', { hours, kept: rate(forfeit_bp), share: rate(deposit_bp) }),
    extension: t('terms.extension', { minutes: Math.round(extension / MINUTE) }),
    fee: t('terms.fee', { rate: rate(fee_bp) }),
    rest: t('terms.rest', {
      hours,
      kept: rate(forfeit_bp),
      most: MOST_DEFAULTS,
      days: Math.round(DEFAULTS_WITHIN / DAY),
    }),
  };
}
