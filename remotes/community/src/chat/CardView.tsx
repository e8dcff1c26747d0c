import type { ChatCard } from '@tessera/api/chat';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatMinute, scaleOf } from '@tessera/money';
import { ScreenLink, screenUrl } from '@tessera/router';
import { Change, Inline, Span, useLocale } from '@tessera/ui';
import styles from './Chat.module.css';

/** Fraction digits of a price that is shown. */
const MOST_DIGITS = 8;

const priceText = (price: string, locale: string): string =>
  formatAmount(price, Math.min(scaleOf(price), MOST_DIGITS), locale);

/** What was shared, with the figures of that moment; it leads to the instrument. */
export function CardView({ card }: { readonly card: ChatCard }) {
  const t = useTexts('community/chat');
  const locale = useLocale();
  const position = card.kind === 'position';
  const { symbol } = card;
  const to = position
    ? screenUrl('/pages/transaction/contract', { symbol })
    : screenUrl('/pages/transaction/index', { symbol });
  return (
    <ScreenLink className={styles.card} to={to}>
      <Inline as="span" gap={2} between>
        <strong>{card.symbol}</strong>
        {position && (
          <Span tone={card.side === 'long' ? 'up' : 'down'}>
            {t(`share.${card.side}`, { multiple: card.multiple })}
          </Span>
        )}
        <Change ratio={position ? card.ratio : card.change} />
      </Inline>
      {position ? (
        <>
          <span className={styles.cardLine}>
            <span>{t('share.entry')}</span>
            <span>{priceText(card.entry, locale)}</span>
          </span>
          <span className={styles.cardLine}>
            <span>{t('share.mark')}</span>
            <span>{priceText(card.mark, locale)}</span>
          </span>
          {card.profit !== null && (
            <span className={styles.cardLine}>
              <span>{t('share.profit')}</span>
              <span>
                {formatAmount(card.profit, 2, locale)} {card.currency}
              </span>
            </span>
          )}
        </>
      ) : (
        <Span size={20}>{priceText(card.price, locale)}</Span>
      )}
      <Span tone="weak">{t('share.at', { time: formatMinute(card.at, locale) })}</Span>
    </ScreenLink>
  );
}
