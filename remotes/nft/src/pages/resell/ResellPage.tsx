import { useSaleTerms } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, EmptyState, SkeletonRows } from '@tessera/ui';
import { ResellForm } from '../../trade/ResellForm.tsx';
import { SaleScreen } from '../../trade/SaleScreen.tsx';

/** Puts an own item up for sale, at a price or by auction. */
export default function ResellPage() {
  const t = useTexts('nft');
  const open = useOpenScreen();
  const [{ code }] = useScreenParams('/pages/nft/resell', { code: 'string?' });
  const { data: terms } = useSaleTerms();
  return (
    <SaleScreen code={code} title={t('routes.nft.resell')}>
      {(work) => {
        if (!work.own || work.selling || work.withdrawn) {
          const why = work.own ? (work.withdrawn ? 'withdrawn' : 'selling') : 'notOwn';
          return (
            <EmptyState
              illustration="box"
              title={t(`resell.${why}`)}
              action={<Button to={screenUrl('/pages/nft/mine')}>{t('routes.nft.mine')}</Button>}
            />
          );
        }
        if (!terms) return <SkeletonRows count={4} />;
        return (
          <ResellForm
            key={code}
            work={work}
            terms={terms}
            onDone={() => open(screenUrl('/pages/nft/myNft', { code: work.code }), { replace: true })}
          />
        );
      }}
    </SaleScreen>
  );
}
