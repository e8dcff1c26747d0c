import { useTexts } from '@tessera/i18n';
import { useScreenParams } from '@tessera/router';
import { BuyPage } from '../../invest/BuyPage.tsx';

/** Buys a fixed deposit. */
export default function InvestFixedPage() {
  const titles = useTexts('finance');
  const [{ id }] = useScreenParams('/pages/invest/temp_purchase', { id: 'number' });
  return <BuyPage id={id ?? 0} title={titles('routes.invest.temp_purchase')} />;
}
