import { type Bid, useBids } from '@tessera/api/nft';
import { problemText, useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { Badge, type BadgeTone, EmptyState, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { priceFigure } from '../figures.ts';
import styles from './Detail.module.css';

export const BID_TONES: Readonly<Record<Bid['status'], BadgeTone>> = {
  leading: 'success',
  won: 'success',
  outbid: 'neutral',
  lost: 'neutral',
};

export function BidRow({ bid }: { readonly bid: Bid }) {
  const t = useTexts('nft');
  const locale = useLocale();
  return (
    <li className={styles.event}>
      <div className={styles.row}>
        <span className={styles.who}>
          <span className={styles.bidder}>
            {bid.own ? t('bids.you') : bid.bidder} <Badge tone={BID_TONES[bid.status]}>{t(`bids.${bid.status}`)}</Badge>
          </span>
          <time className={styles.weak} dateTime={new Date(bid.at).toISOString()}>
            {formatDateTime(bid.at, locale)}
          </time>
        </span>
        <strong>{priceFigure(bid.price, bid.currency, locale)}</strong>
      </div>
    </li>
  );
}

type Props = { readonly code: string; readonly refetchInterval?: number | false };

/** All bids of an auction, newest first. */
export function Bids({ code, refetchInterval = false }: Props) {
  const t = useTexts('nft');
  const query = useBids({ code }, { refetchInterval });
  return (
    <PagedList
      label={t('work.bids')}
      query={query}
      problem={query.error ? problemText(query.error) : undefined}
      row={(bid) => <BidRow bid={bid} />}
      empty={<EmptyState compact illustration="orders" title={t('bids.none')} text={t('bids.noneText')} />}
    />
  );
}
