import { ApiError } from '@tessera/api';
import { useBarred } from '@tessera/api/identity';
import type { ArtworkDetail } from '@tessera/api/nft';
import type { LiveAuction } from '@tessera/api/nft/wire';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, EmptyState, KeyValue, Loaded, LogInButton, Page, Skeleton, Stack, Tabs, useLocale } from '@tessera/ui';
import { Explained, ShareButton } from '@tessera/ui/content';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useState } from 'react';
import { countFigure, priceFigure } from '../figures.ts';
import { MediaView } from '../media/MediaView.tsx';
import { NotInCountry } from '../trade/Restricted.tsx';
import { ArtistRow } from './ArtistRow.tsx';
import { Bids } from './Bids.tsx';
import styles from './Detail.module.css';
import { FavouriteButton } from './FavouriteButton.tsx';
import { Metadata } from './Metadata.tsx';
import { Properties } from './Properties.tsx';
import { Provenance } from './Provenance.tsx';
import { SalePanel } from './SalePanel.tsx';
import type { UnlistedProps } from './Unlisted.tsx';
import { useLiveWork } from './use-live-work.ts';
import { useTermTexts } from './use-term-texts.ts';
import { WorkHead } from './WorkHead.tsx';
import { saleScreen } from './work-screen.ts';

const POLLING = { every: 10_000, lively: 5_000 };

const Unlisted = lazyPart<UnlistedProps>(() => import('./Unlisted.tsx'));

type Part = 'details' | 'bids' | 'provenance';

function Details({ work }: { readonly work: ArtworkDetail }) {
  const t = useTexts('nft');
  const terms = useTermTexts(work.terms);
  const locale = useLocale();
  const { royalty_bp } = work.terms;
  return (
    <Stack gap={4}>
      <p className={styles.text}>{work.description}</p>
      <Properties properties={work.properties} />
      <KeyValue
        items={[
          { label: t('work.owner'), value: work.owner ?? t('provenance.artist') },
          {
            label: t('work.royalty'),
            value: (
              <Explained
                title={t('work.royalty')}
                value={terms.rate(royalty_bp)}
                note={t('terms.royalty', { rate: terms.rate(royalty_bp) })}
              />
            ),
          },
          { label: t('work.editions'), value: countFigure(work.editions, locale) },
          { label: t('work.favourites'), value: countFigure(work.favourites, locale) },
          { label: t('work.code'), value: work.code },
        ]}
      />
      <Metadata code={work.code} />
    </Stack>
  );
}

/** What one can do with it now: buy, bid, pay, manage one's own, or why not. */
function Action({ work }: { readonly work: ArtworkDetail }) {
  const t = useTexts('nft');
  const locale = useLocale();
  const signedIn = useSession() !== null;
  const barred = useBarred(work.countries);
  const { viewer } = work;
  if (work.own) {
    return (
      <Button size="l" block to={screenUrl('/pages/nft/myNft', { code: work.code })}>
        {t('action.manage')}
      </Button>
    );
  }
  if (viewer?.to_pay) {
    return (
      <Button size="l" block to={saleScreen(work)}>
        {t('action.payRest', { amount: priceFigure(viewer.to_pay.due, work.currency, locale) })}
      </Button>
    );
  }
  if (viewer?.seller && !work.resale) {
    return (
      <Button size="l" block to={screenUrl('/pages/nft/resell', { code: work.code })}>
        {t('action.manageSale')}
      </Button>
    );
  }
  if (work.status !== 'on_sale') {
    return (
      <Button size="l" block disabled>
        {t(`action.${work.status}`)}
      </Button>
    );
  }
  if (barred) return <NotInCountry />;
  const price = priceFigure(work.price, work.currency, locale);
  const label =
    work.sale_type === 'auction'
      ? t(viewer?.bid ? 'action.bidAgain' : 'action.bid')
      : t(work.is_blind_box ? 'action.buyBox' : 'action.buy', { price });
  const look = { size: 'l', block: true, children: label } as const;
  return signedIn ? <Button to={saleScreen(work)} {...look} /> : <LogInButton from={saleScreen(work)} {...look} />;
}

type ContentProps = { readonly work: ArtworkDetail; readonly live: LiveAuction | null; readonly onTurn: () => void };

function Content({ work, live, onTurn }: ContentProps) {
  const t = useTexts('nft');
  const [part, setPart] = useState<Part>('details');
  const auction = work.sale_type === 'auction';
  const parts: readonly Part[] = auction ? ['details', 'bids', 'provenance'] : ['details', 'provenance'];
  return (
    <>
      <MediaView key={work.code} work={work} />
      <div className={styles.content}>
        <WorkHead work={work} />
        <ArtistRow artist={work.artist} />
        <SalePanel work={work} onTurn={onTurn} />
        <Tabs
          label={work.name}
          fill
          items={parts.map((id) => ({
            id,
            label: t(`work.${id}`),
            ...(id === 'bids' && work.bid_count > 0 && { count: work.bid_count }),
          }))}
          value={part}
          onChange={setPart}
        >
          <div className={styles.part}>
            {part === 'details' && <Details work={work} />}
            {part === 'bids' && <Bids work={work} live={live} every={POLLING.every} />}
            {part === 'provenance' && <Provenance code={work.code} many={work.editions > 1} />}
          </div>
        </Tabs>
      </div>
    </>
  );
}

const Waiting = () => (
  <div aria-hidden="true">
    <span className={styles.blank} />
    <div className={styles.content}>
      <Skeleton width="60%" height="1.5rem" />
      <Skeleton width="40%" />
      <Skeleton height="9rem" />
    </div>
  </div>
);

/** One work: what it is, whose it is, what happened to it, and what it costs. */
export function ArtworkScreen({ code, title }: { readonly code: string | undefined; readonly title: string }) {
  const t = useTexts('nft');
  const query = useLiveWork(code, POLLING);
  const { data: work, error, refetch, live } = query;
  const isUnknown = !work && error instanceof ApiError && error.code === 'not_found';
  return (
    <Page
      title={work?.name ?? title}
      back
      flush
      actions={
        work && (
          <>
            <FavouriteButton work={work} />
            <ShareButton title={work.name} />
          </>
        )
      }
      footer={work && <Action work={work} />}
    >
      {code === undefined && (
        <EmptyState
          illustration="search"
          title={t('work.missing')}
          action={<Button to={screenUrl('/pages/nft/nft')}>{t('work.browse')}</Button>}
        />
      )}
      {code !== undefined && isUnknown && <Unlisted props={{ code }} waiting={<Waiting />} />}
      {code !== undefined && !isUnknown && (
        <Loaded query={query} waiting={<Waiting />}>
          {(shown) => <Content work={shown} live={live} onTurn={() => void refetch()} />}
        </Loaded>
      )}
    </Page>
  );
}
