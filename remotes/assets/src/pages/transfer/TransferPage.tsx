import { useWallets } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { IconButton, Loaded, Page, SkeletonRows } from '@tessera/ui';
import { History } from 'lucide-react';
import { TransferForm } from '../../transfer/TransferForm.tsx';

const HISTORY = screenUrl('/pages/fund/transfer_history');

export default function TransferPage() {
  const t = useTexts('assets');
  const open = useOpenScreen();
  const [{ currency_id, from, to }] = useScreenParams('/pages/fund/transfer', {
    currency_id: 'number?',
    from: 'legal|change|lever|micro?',
    to: 'legal|change|lever|micro?',
  });
  const wallets = useWallets();
  return (
    <Page
      title={t('routes.fund.transfer')}
      back
      actions={
        <IconButton label={t('routes.fund.transfer_history')} icon={<History />} onClick={() => open(HISTORY)} />
      }
    >
      <Loaded query={wallets} waiting={<SkeletonRows count={5} />}>
        {(data) => <TransferForm wallets={data} currencyId={currency_id} from={from} to={to} />}
      </Loaded>
    </Page>
  );
}
