import { screenUrl } from '@tessera/router';
import { Button, IconButton, List, ListRow, Page, Stack, TabBar } from '@tessera/ui';
import { Bell, Search } from '@tessera/ui/icons';
import { useState } from 'react';
import styles from '../Gallery.module.css';

const TABS = [
  { path: '/', label: 'Home', icon: 'M3 10.5 12 3l9 7.5V20a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM9 21v-7h6v7' },
  { path: '/markets', label: 'Markets', icon: 'M4 20V10M10 20V4M16 20v-8M22 20H2' },
  { path: '/trade', label: 'Trade', icon: 'M7 4v16M7 4 3 8M7 4l4 4M17 20V4M17 20l-4-4M17 20l4-4' },
  { path: '/finance', label: 'Finance', icon: 'M12 3v18M17 7H9.5a3 3 0 0 0 0 6h5a3 3 0 0 1 0 6H6' },
  { path: '/assets', label: 'Assets', icon: 'M3 7h18v13H3zM3 7l3-4h12l3 4M16 13h2' },
];

export function FrameSection() {
  const [tab, setTab] = useState('/trade');
  return (
    <Stack gap={3} shrinks>
      <div className={styles.frame} style={{ ['--bottom-inset' as string]: '0px' }}>
        <Page
          title="Withdraw"
          back={() => undefined}
          actions={
            <>
              <IconButton label="Search" icon={<Search />} />
              <IconButton label="Notices, some unread" icon={<Bell />} dot />
            </>
          }
          footer={
            <Button size="l" block>
              Withdraw 2,000 USDT
            </Button>
          }
        >
          <List card>
            <ListRow title="Language" value="English" onClick={() => undefined} />
            <ListRow title="Currency" subtitle="Of all equivalents" value="USD" to={screenUrl('/')} />
            <ListRow title="BTC" value="0.05" note="≈ $3,150.00" />
            <ListRow title="Log out" tone="danger" onClick={() => undefined} chevron={false} />
          </List>
        </Page>
      </div>
      <div className={styles.bleed}>
        <TabBar label="Main" items={TABS} current={tab} onSelect={setTab} />
      </div>
    </Stack>
  );
}
