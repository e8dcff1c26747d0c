import { useInvestProducts } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { useScreenParams } from '@tessera/router';
import { Page, SkeletonRows } from '@tessera/ui';
import { ProductPage } from '../../invest/BuyPage.tsx';
import { DemandForm } from '../../invest/DemandForm.tsx';

/** Puts an amount into a demand deposit: the one that is named, else the first of the list. */
export default function DemandPurchasePage() {
  const title = useTexts('finance')('routes.fund.buyDemand');
  const [{ id }] = useScreenParams('/pages/fund/buyDemand', { id: 'number?' });
  const { data } = useInvestProducts({ section: 'demand' });
  const shown = id ?? data?.list[0]?.id;
  if (shown === undefined) {
    return (
      <Page title={title} back>
        <SkeletonRows count={8} />
      </Page>
    );
  }
  return (
    <ProductPage id={shown} title={title}>
      {(product, again) => <DemandForm product={product} onMoved={again} />}
    </ProductPage>
  );
}
