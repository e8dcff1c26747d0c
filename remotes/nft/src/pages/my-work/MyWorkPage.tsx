import { type ArtworkDetail, useCancelResale } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useScreenParams } from '@tessera/router';
import { Badge, Button, EmptyState, Heading, KeyValue, Note, useLocale } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { priceFigure } from '../../figures.ts';
import { MediaView } from '../../media/MediaView.tsx';
import { EndSale } from '../../trade/EndSale.tsx';
import { SaleScreen } from '../../trade/SaleScreen.tsx';
import styles from '../../trade/Trade.module.css';
import { Withdrawal } from '../../wallet/Withdrawal.tsx';
import { ArtistRow } from '../../works/ArtistRow.tsx';
import { isClosedBox } from '../../works/closed-box.ts';
import { Metadata } from '../../works/Metadata.tsx';
import { Provenance } from '../../works/Provenance.tsx';
import { SalePanel } from '../../works/SalePanel.tsx';
import { useTermTexts } from '../../works/use-term-texts.ts';
import { WorkHead } from '../../works/WorkHead.tsx';

type Props = { readonly work: ArtworkDetail; readonly onChanged: () => void };

/** The running sale of an own item, which can be ended while it has no bid. */
function Selling({ work, onChanged }: Props) {
  const t = useTexts('nft');
  const free = work.bid_count === 0 && (work.status === 'on_sale' || work.status === 'upcoming');
  return (
    <>
      <SalePanel work={work} onTurn={onChanged} />
      <Note tone="plain">{t(free ? 'own.sellingNote' : 'own.bound')}</Note>
      {free && <EndSale code={work.code} command={useCancelResale} onDone={onChanged} />}
    </>
  );
}

/** What can be done with an item: sell it, end its sale, withdraw it. */
function Uses({ work, onChanged }: Props) {
  const t = useTexts('nft');
  return (
    <>
      {work.withdrawn && <Badge>{t('own.withdrawn')}</Badge>}
      {work.selling ? (
        <Selling work={work} onChanged={onChanged} />
      ) : (
        !work.withdrawn && (
          <Button size="l" block to={screenUrl('/pages/nft/resell', { code: work.code })}>
            {t('routes.nft.resell')}
          </Button>
        )
      )}
      <Withdrawal work={work} onChanged={onChanged} />
    </>
  );
}

/** A box stays closed until its owner opens it; before that it can be neither sold nor withdrawn. */
function ClosedBox() {
  const t = useTexts('nft');
  return (
    <>
      <Note tone="plain">{t('resell.closed')}</Note>
      <Button size="l" block to={screenUrl('/pages/nft/mine', { tab: 'boxes' })}>
        {t('own.open')}
      </Button>
    </>
  );
}

/** One item of the user's: to look at, open, sell and withdraw. */
function Own({ work, onChanged }: Props) {
  const t = useTexts('nft');
  const locale = useLocale();
  const terms = useTermTexts(work.terms);
  const bought = work.provenance.find(({ to, price }) => to !== null && price !== null);
  return (
    <div className={styles.stack}>
      <MediaView work={work} />
      <WorkHead work={work} />
      {isClosedBox(work) ? <ClosedBox /> : <Uses work={work} onChanged={onChanged} />}
      <ArtistRow artist={work.artist} />
      <KeyValue
        items={[
          ...(bought?.price && bought.currency
            ? [{ label: t('own.paid'), value: priceFigure(bought.price, bought.currency, locale) }]
            : []),
          {
            label: t('work.royalty'),
            value: (
              <Explained
                title={t('work.royalty')}
                value={terms.rate(work.terms.royalty_bp)}
                note={t('terms.royalty', { rate: terms.rate(work.terms.royalty_bp) })}
              />
            ),
          },
          { label: t('work.code'), value: work.code },
        ]}
      />
      <Metadata code={work.code} />
      <section>
        <Heading size={16}>{t('work.provenance')}</Heading>
        <Provenance code={work.code} many={false} />
      </section>
    </div>
  );
}

/** An item of the user's own. */
export default function MyWorkPage() {
  const t = useTexts('nft');
  const [{ code }] = useScreenParams('/pages/nft/myNft', { code: 'string?' });
  return (
    <SaleScreen code={code} title={t('routes.nft.myNft')}>
      {(work, refetch) =>
        work.own ? (
          <Own key={code} work={work} onChanged={refetch} />
        ) : (
          <EmptyState
            illustration="box"
            title={t('resell.notOwn')}
            action={<Button to={screenUrl('/pages/nft/mine')}>{t('routes.nft.mine')}</Button>}
          />
        )
      }
    </SaleScreen>
  );
}
