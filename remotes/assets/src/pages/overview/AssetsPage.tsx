import { type AccountName, useWallets, type Wallets } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { useQueryClient } from '@tessera/query';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { useRealtimeState, useSession } from '@tessera/session';
import {
  Card,
  IconButton,
  List,
  ListRow,
  Loaded,
  LogInFirst,
  OfflineBadge,
  Page,
  Skeleton,
  SkeletonRows,
  Stack,
  Tabs,
} from '@tessera/ui';
import { PullToRefresh, SwipePanel } from '@tessera/ui/content';
import { loadFirstSteps } from '@tessera/ui/first-steps';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useAtom } from 'jotai';
import { History, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { hideAmountsAtom } from '../../preferences.ts';
import { ACCOUNT_ORDER } from '../../wallets/account-order.ts';
import { byAccount } from '../../wallets/allocation.ts';
import { AccountPanel } from './AccountPanel.tsx';
import { Actions } from './Actions.tsx';
import { Allocation } from './Allocation.tsx';
import styles from './AssetsPage.module.css';
import { FundsCurve } from './FundsCurve.tsx';
import { Products } from './Products.tsx';
import { TotalCard } from './TotalCard.tsx';

const FirstSteps = lazyPart(loadFirstSteps);

function Overview({ wallets }: { readonly wallets: Wallets }) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const [hidden, setHidden] = useAtom(hideAmountsAtom);
  const [chosen, setChosen] = useState<AccountName>('change');
  const empty = byAccount(wallets).length === 0;
  const account = wallets.accounts.find(({ type }) => type === chosen);
  // Nothing but zeros to show: what to do first takes their place.
  if (empty && wallets.products.length === 0) {
    return (
      <Stack gap={4} below={6} above={2}>
        <FirstSteps props={{}} waiting={<Skeleton height="17rem" />} />
        <Card>
          <Actions />
        </Card>
      </Stack>
    );
  }
  return (
    <Stack gap={4} below={6} above={2}>
      <TotalCard wallets={wallets} hidden={hidden} onHide={setHidden} />
      {!empty && (
        <>
          <FundsCurve hidden={hidden} />
          <Allocation wallets={wallets} hidden={hidden} />
        </>
      )}
      <Tabs
        label={t('overview.accounts')}
        items={ACCOUNT_ORDER.map((id) => ({ id, label: common(`account.${id}`) }))}
        value={chosen}
        onChange={(id) => setChosen(id as AccountName)}
      >
        <SwipePanel ids={ACCOUNT_ORDER} value={chosen} onChange={setChosen}>
          {account && <AccountPanel account={account} products={wallets.products} hidden={hidden} />}
        </SwipePanel>
      </Tabs>
      {wallets.products.length > 0 && <Products products={wallets.products} hidden={hidden} />}
    </Stack>
  );
}

export default function AssetsPage() {
  const t = useTexts('assets');
  const open = useOpenScreen();
  const session = useSession();
  const { status } = useRealtimeState();
  const queries = useQueryClient();
  const wallets = useWallets();
  const records = (
    <>
      <IconButton
        label={t('routes.setting.bill')}
        icon={<ReceiptText />}
        onClick={() => open(screenUrl('/pages/setting/bill'))}
      />
      <IconButton
        label={t('overview.records')}
        icon={<History />}
        onClick={() => open(screenUrl('/pages/fund/assets_all_record'))}
      />
    </>
  );
  return (
    <Page title={t('routes.fund.assets')} actions={session && records}>
      {status === 'offline' && (
        <div role="status" className={styles.offline}>
          <OfflineBadge />
        </div>
      )}
      {session && <PullToRefresh refresh={() => queries.refetchQueries({ type: 'active' })} />}
      {!session && <LogInFirst />}
      {session && (
        <Loaded
          query={wallets}
          waiting={
            <Stack gap={4} below={6} above={2}>
              <Skeleton height="13rem" />
              <SkeletonRows count={5} />
            </Stack>
          }
        >
          {(data) => <Overview wallets={data} />}
        </Loaded>
      )}
      <List label={t('routes.fund.proof')}>
        <ListRow title={t('routes.fund.proof')} to={screenUrl('/pages/fund/proof')} />
      </List>
    </Page>
  );
}
