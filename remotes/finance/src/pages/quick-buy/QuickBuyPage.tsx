import { useBuyTerms } from '@tessera/api/quickbuy';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Loaded, Page } from '@tessera/ui';
import { BuyForm } from '../../quickbuy/BuyForm.tsx';
import { isServed, NotServed } from '../../quickbuy/NotServed.tsx';
import { Orders } from '../../quickbuy/Orders.tsx';
import { OrderView } from '../../quickbuy/OrderView.tsx';

function Shop() {
  const open = useOpenScreen();
  const query = useBuyTerms();
  const { data } = query;
  if (!data) return <Loaded query={query} />;
  return (
    <>
      {isServed(data) ? (
        <BuyForm terms={data} onOrdered={({ id }) => open(screenUrl('/pages/fund/select', { order: id }))} />
      ) : (
        <NotServed terms={data} />
      )}
      <Orders />
    </>
  );
}

/** Buys coins with money from a bank, a card or another wallet; with `order` it shows one order. */
export default function QuickBuyPage() {
  const t = useTexts('finance');
  const [{ order }] = useScreenParams('/pages/fund/select', { order: 'string?' });
  return (
    <Page title={t('routes.fund.select')} back>
      {order ? <OrderView key={order} id={order} /> : <Shop />}
    </Page>
  );
}
