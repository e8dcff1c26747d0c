import { useWallets } from '@tessera/api/wallet';
import { problemText, useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { ErrorState, IconButton, Page, SkeletonRows } from '@tessera/ui';
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
      {wallets.isPending && <SkeletonRows count={5} />}
      {wallets.isError && !wallets.data && (
        <ErrorState text={problemText(wallets.error)} onRetry={() => wallets.refetch()} retrying={wallets.isFetching} />
      )}
      {wallets.data && <TransferForm wallets={wallets.data} currencyId={currency_id} from={from} to={to} />}
    </Page>
  );
}
