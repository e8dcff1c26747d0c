import { type SavedAddress, useAddresses } from '@tessera/api/payees';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, ChipGroup, CoinIcon, EmptyState, ListRow, Page, Stack } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { useState } from 'react';
import { AddressSheet } from '../../payees/AddressSheet.tsx';
import { WhitelistCard } from '../../payees/WhitelistCard.tsx';

const ADD = screenUrl('/pages/setting/addWallet');

/** The address book: where withdrawals may go, by label. */
export default function AddressesPage() {
  const t = useTexts('assets');
  const all = useAddresses();
  const [tag, setTag] = useState<string | null>(null);
  const tags = [...new Set((all.rows ?? []).flatMap((row) => row.tag ?? []))];
  const query = useAddresses(tag === null ? {} : { tag });
  const [opened, setOpened] = useState<SavedAddress | null>(null);
  const title = t('routes.setting.wallet');
  return (
    <Page
      title={title}
      back
      footer={
        <Button size="l" block to={ADD}>
          {t('payout.addAddress')}
        </Button>
      }
    >
      <Stack gap={4} page>
        <WhitelistCard />
        {tags.length > 0 && (
          <ChipGroup
            label={t('payout.tag')}
            options={[{ value: '', label: t('payout.all') }, ...tags.map((each) => ({ value: each, label: each }))]}
            value={tag ?? ''}
            onChange={(each) => setTag(each === '' ? null : each)}
          />
        )}
        <PagedList
          label={title}
          query={query}
          row={(saved) => (
            <ListRow
              start={<CoinIcon symbol={saved.currency} />}
              title={saved.name}
              subtitle={`${saved.address.slice(0, 8)}…${saved.address.slice(-8)}`}
              value={saved.network}
              note={saved.tag}
              onClick={() => setOpened(saved)}
            />
          )}
          empty={
            <EmptyState
              compact
              illustration="wallet"
              title={t('payout.noAddressTitle')}
              text={t('payout.noAddressHelp')}
            />
          }
        />
      </Stack>
      <AddressSheet saved={opened} onClose={() => setOpened(null)} />
    </Page>
  );
}
