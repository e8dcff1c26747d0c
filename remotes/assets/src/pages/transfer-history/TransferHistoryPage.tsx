import { type Transfer, useTransfers } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatDate, formatMinute } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Amount, Button, CoinIcon, EmptyState, ListRow, Page, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';

function TransferRow({ transfer }: { readonly transfer: Transfer }) {
  const common = useTexts('common');
  const locale = useLocale();
  const { from, to, currency, amount, scale, at } = transfer;
  return (
    <ListRow
      figure
      start={<CoinIcon symbol={currency} />}
      title={`${common(`account.${from}`)} → ${common(`account.${to}`)}`}
      subtitle={formatMinute(at, locale)}
      value={<Amount value={amount} scale={scale} unit={currency} trimmed />}
    />
  );
}

export default function TransferHistoryPage() {
  const t = useTexts('assets');
  const locale = useLocale();
  const query = useTransfers();
  const title = t('routes.fund.transfer_history');
  return (
    <Page title={title} back flush>
      <PagedList
        label={title}
        query={query}
        heading={({ at }) => formatDate(at, locale)}
        row={(transfer) => <TransferRow transfer={transfer} />}
        empty={
          <EmptyState
            illustration="orders"
            title={t('transfer.emptyTitle')}
            text={t('transfer.empty')}
            action={
              <Button to={screenUrl('/pages/fund/transfer', { from: 'change', to: 'lever' })}>
                {t('routes.fund.transfer')}
              </Button>
            }
          />
        }
      />
    </Page>
  );
}
