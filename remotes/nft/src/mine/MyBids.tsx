import { useMyBids } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { ScreenLink, screenUrl } from '@tessera/router';
import { Badge, Button, EmptyState, Span, Text, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { priceFigure } from '../figures.ts';
import { Picture } from '../media/Picture.tsx';
import { BID_TONES } from '../works/Bids.tsx';
import { saleScreen } from '../works/work-screen.ts';
import styles from './Mine.module.css';

/** The user's own bids, newest first, each with what became of it. */
export function MyBids() {
  const t = useTexts('nft');
  const locale = useLocale();
  const query = useMyBids();
  return (
    <PagedList
      label={t('mine.tabs.bids')}
      query={query}
      row={({ work, status, price, currency, at }) => (
        <li>
          <ScreenLink className={styles.row} to={saleScreen(work)}>
            <span className={styles.thumb}>
              <Picture media={work.media} alt="" sizes="64px" square />
            </span>
            <span className={styles.main}>
              <Span as="strong" breaks>
                {work.name}
              </Span>
              <Text as="span">{formatDateTime(at, locale)}</Text>
              {work.current_bid !== null && status === 'outbid' && (
                <Text as="span">
                  {t('card.currentBid')} {priceFigure(work.current_bid, currency, locale)}
                </Text>
              )}
            </span>
            <span className={styles.end}>
              <Badge tone={BID_TONES[status]}>{t(`bids.${status}`)}</Badge>
              <strong>{priceFigure(price, currency, locale)}</strong>
            </span>
          </ScreenLink>
        </li>
      )}
      empty={
        <EmptyState
          illustration="orders"
          title={t('mine.none.bids')}
          text={t('mine.noneText.bids')}
          action={<Button to={screenUrl('/pages/nft/nft')}>{t('work.browse')}</Button>}
        />
      }
    />
  );
}
