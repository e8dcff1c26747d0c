import { useTexts } from '@tessera/i18n';
import { useScreenParams } from '@tessera/router';
import { BuyPage } from '../../invest/BuyPage.tsx';

/** Buys a dual product, or one on the price of a metal. */
export default function InvestPurchasePage() {
  const titles = useTexts('finance');
  const [{ id }] = useScreenParams('/pages/invest/purchase', { id: 'number' });
  return <BuyPage id={id ?? 0} title={titles('routes.invest.purchase')} />;
}
