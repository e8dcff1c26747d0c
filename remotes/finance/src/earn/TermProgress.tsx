import { useTexts } from '@tessera/i18n';
import { div, formatDate, quantize } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { useLocale } from '@tessera/ui';
import { ProgressBar } from '@tessera/ui/content';

const DAY = 86_400_000;
/** Digits of the part of a term that is over. */
const PART_DIGITS = 4;

/** How much of the term of a position is over, and when it ends. Times are Unix ms. */
export function TermProgress({ startedAt, endsAt }: { readonly startedAt: number; readonly endsAt: number }) {
  const t = useTexts('finance');
  const locale = useLocale();
  const term = Math.max(1, endsAt - startedAt);
  const over = Math.max(0, Math.min(term, serverNow() - startedAt));
  const days = Math.max(1, Math.round(term / DAY));
  return (
    <ProgressBar
      label={t('position.day', { day: Math.min(days, Math.floor(over / DAY) + 1), days })}
      ratio={quantize(div(String(over), String(term)), PART_DIGITS, 'down')}
      note={t('position.until', { date: formatDate(endsAt, locale) })}
    />
  );
}
