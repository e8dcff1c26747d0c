import { type ArtworkDetail, type Bid, useBids } from '@tessera/api/nft';
import type { LiveAuction } from '@tessera/api/nft/wire';
import { useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { Badge, type BadgeTone, EmptyState, Span, Stack, Text, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { useEffect, useEffectEvent } from 'react';
import { priceFigure } from '../figures.ts';
import styles from './Detail.module.css';
import { mergeBids, missesBids } from './live-auction.ts';

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
    <Stack as="li" gap={1} below={3} above={3}>
      <div className={styles.row}>
        <span className={styles.who}>
          <Span tone="strong" weight="medium">
            {bid.own ? t('bids.you') : bid.bidder} <Badge tone={BID_TONES[bid.status]}>{t(`bids.${bid.status}`)}</Badge>
          </Span>
          <Text as="time" dateTime={new Date(bid.at).toISOString()}>
            {formatDateTime(bid.at, locale)}
          </Text>
        </span>
        <strong>{priceFigure(bid.price, bid.currency, locale)}</strong>
      </div>
    </Stack>
  );
}

type Props = {
  readonly work: ArtworkDetail;
  readonly live: LiveAuction | null;
  /** ms between two looks while the bids do not come live. */
  readonly every: number;
};

/** All bids of an auction, newest first, as they come. */
export function Bids({ work, live, every }: Props) {
  const t = useTexts('nft');
  const { code, currency } = work;
  const query = useBids({ code }, { refetchInterval: !live && work.status === 'on_sale' && every });
  // Of those who bid, the call says which are their own.
  const bidder = work.viewer?.deposit === 'paid';
  const readAgain = useEffectEvent((row: LiveAuction) => {
    if (query.rows && (bidder || row.state !== 'open' || missesBids(query.rows, row))) void query.refetch();
  });
  useEffect(() => {
    if (live) readAgain(live);
  }, [live]);
  const rows = query.rows && (bidder ? query.rows : mergeBids(query.rows, live, { code, currency }));
  return (
    <PagedList
      label={t('work.bids')}
      query={{ ...query, rows }}
      row={(bid) => <BidRow bid={bid} />}
      empty={<EmptyState compact illustration="orders" title={t('bids.none')} text={t('bids.noneText')} />}
    />
  );
}
