import { type ArtworkDetail, type SubmittedWork, useOwnWork, useSaleTerms } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { type ScreenUrl, screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, EmptyState, Loaded, Page, Settled, SkeletonRows } from '@tessera/ui';
import { type Result, useResult } from '@tessera/ui/result';
import { type ReactNode, useState } from 'react';
import { ArtistSale } from '../../trade/ArtistSale.tsx';
import { OfferForm } from '../../trade/OfferForm.tsx';
import { SaleScreen } from '../../trade/SaleScreen.tsx';
import { WorkLine } from '../../trade/WorkLine.tsx';
import { isClosedBox } from '../../works/closed-box.ts';
import { workScreen } from '../../works/work-screen.ts';

/** Why an item cannot be offered; null where it can. */
function obstacleOf(work: ArtworkDetail): 'notOwn' | 'withdrawn' | 'selling' | 'closed' | null {
  if (!work.own) return 'notOwn';
  if (work.withdrawn) return 'withdrawn';
  if (work.selling) return 'selling';
  return isClosedBox(work) ? 'closed' : null;
}

/** Puts an own item, or a work of the artist's own, up for sale, at a price or by auction. */
export default function ResellPage() {
  const t = useTexts('nft');
  const open = useOpenScreen();
  const [{ code }] = useScreenParams('/pages/nft/resell', { code: 'string?' });
  const terms = useSaleTerms();
  const own = useOwnWork(code === undefined ? null : { code });
  /** Where it stands for sale: opened once its offer has been seen. */
  const [place, setPlace] = useState<ScreenUrl | null>(null);
  const result = useResult(() => place && open(place, { replace: true }));
  const offered = (at: ScreenUrl) => (done: Result) => {
    setPlace(at);
    result.show(done);
  };
  const page = (content: ReactNode) => (
    <Page title={t('routes.nft.resell')} back>
      {content}
    </Page>
  );
  const ofArtist = (work: SubmittedWork, its: string) =>
    page(
      <ArtistSale
        work={work}
        code={its}
        terms={terms}
        onDone={offered(workScreen({ code: its, type: work.media.type }))}
      />,
    );
  const ofOwner = (
    <SaleScreen code={code} title={t('routes.nft.resell')}>
      {(work) => {
        const why = obstacleOf(work);
        if (why !== null) {
          return (
            <EmptyState
              illustration="box"
              title={t(`resell.${why}`)}
              action={
                why === 'closed' ? (
                  <Button to={screenUrl('/pages/nft/mine', { tab: 'boxes' })}>{t('own.open')}</Button>
                ) : (
                  <Button to={screenUrl('/pages/nft/mine')}>{t('routes.nft.mine')}</Button>
                )
              }
            />
          );
        }
        const { name } = work;
        const { currency, scale } = work.viewer?.resale ?? work;
        return (
          <Loaded query={terms} waiting={<SkeletonRows count={4} />}>
            {(known) => (
              <OfferForm
                key={code}
                work={{ code: work.code, name, royalty_bp: work.terms.royalty_bp }}
                terms={known}
                currencies={[{ currency, scale }]}
                editions={null}
                auctions
                onDone={offered(screenUrl('/pages/nft/myNft', { code: work.code }))}
              >
                <WorkLine work={work} />
              </OfferForm>
            )}
          </Loaded>
        );
      }}
    </SaleScreen>
  );
  const shown = (
    <Settled query={own} waiting={page(<SkeletonRows count={4} />)}>
      {(made) =>
        // An artist who bought an own work back sells it as any other owner does.
        code !== undefined && made?.market && (made.market.left > 0 || made.market.sale)
          ? ofArtist(made, code)
          : ofOwner
      }
    </Settled>
  );
  return (
    <>
      {shown}
      {result.screen}
    </>
  );
}
