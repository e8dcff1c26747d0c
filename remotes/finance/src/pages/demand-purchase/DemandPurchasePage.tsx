import { useInvestProducts } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { useScreenParams } from '@tessera/router';
import { EmptyState, Loaded, Page, SkeletonRows } from '@tessera/ui';
import { ProductPage } from '../../invest/BuyPage.tsx';
import { DemandForm } from '../../invest/DemandForm.tsx';
import { demandPurchase } from '../../invest/purchases.ts';

/** Stands for the form until the list is there to take the first of. */
function FirstOfList({ title }: { readonly title: string }) {
  const t = useTexts('finance/invest');
  const query = useInvestProducts({ section: 'demand' });
  const { data } = query;
  const first = data?.list[0];
  if (first) return <Deposit id={first.id} title={title} />;
  return (
    <Page title={title} back>
      <Loaded query={query} waiting={<SkeletonRows count={8} />} />
      {data && <EmptyState illustration="orders" compact title={t('list.none')} text={t('list.noneText')} />}
    </Page>
  );
}

function Deposit({ id, title }: { readonly id: number; readonly title: string }) {
  const form = demandPurchase.useForm();
  return (
    <ProductPage id={id} title={title}>
      {(product, again) => <DemandForm product={product} form={form} onMoved={again} />}
    </ProductPage>
  );
}

/** Puts an amount into a demand deposit: the one that is named, else the first of the list. */
export default function DemandPurchasePage() {
  const title = useTexts('finance')('routes.fund.buyDemand');
  const [{ id }] = useScreenParams('/pages/fund/buyDemand', { id: 'number?' });
  return id === undefined ? <FirstOfList title={title} /> : <Deposit id={id} title={title} />;
}
