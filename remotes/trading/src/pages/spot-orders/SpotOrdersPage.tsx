import type { Side } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, ChipGroup, IconButton, Page, Tabs } from '@tessera/ui';
import { SwipePanel } from '@tessera/ui/content';
import { Layers } from '@tessera/ui/icons';
import { useState } from 'react';
import { AssetPnl } from '../../spot/orders/AssetPnl.tsx';
import { OpenOrders, type OrderFilter, PastOrders, TradeHistory } from '../../spot/orders/OrderLists.tsx';
import { useFillToasts } from '../../spot/orders/use-fill-toasts.ts';
import styles from '../../ticket/OrdersPage.module.css';

const SHELVES = ['open', 'history', 'trades', 'pnl'] as const;
type Shelf = (typeof SHELVES)[number];
type SideChoice = Side | 'both';

/** All spot orders of the user: open ones, past ones, and each fill. */
export default function SpotOrdersPage() {
  const t = useTexts('trading');
  const common = useTexts('common');
  const [{ symbol }] = useScreenParams('/pages/transaction/currency_order', { symbol: 'string?' });
  const [shelf, setShelf] = useState<Shelf>('open');
  const [pair, setPair] = useState<'all' | 'one'>('all');
  const [side, setSide] = useState<SideChoice>('both');
  const openScreen = useOpenScreen();
  useFillToasts();

  const filter: OrderFilter = {
    symbol: pair === 'one' ? symbol : undefined,
    side: side === 'both' ? undefined : side,
  };
  const trade = <Button to={screenUrl('/pages/transaction/index', { symbol })}>{t('orders.trade')}</Button>;
  return (
    <Page
      title={t('routes.spotOrders')}
      back
      actions={
        <IconButton
          label={t('routes.strategies')}
          icon={<Layers />}
          onClick={() => openScreen(screenUrl('/pages/transaction/strategies'))}
        />
      }
      header={
        <>
          <Tabs<Shelf>
            label={t('routes.spotOrders')}
            value={shelf}
            onChange={setShelf}
            items={[
              { id: 'open', label: t('orders.open') },
              { id: 'history', label: t('orders.history') },
              { id: 'trades', label: t('orders.trades') },
              { id: 'pnl', label: t('pnl.title') },
            ]}
          />
          <div className={styles.filters} hidden={shelf === 'pnl'}>
            {symbol !== undefined && (
              <ChipGroup
                label={t('pair.title')}
                value={pair}
                onChange={setPair}
                options={[
                  { value: 'all', label: t('orders.allPairs') },
                  { value: 'one', label: t('orders.onlyPair', { symbol }) },
                ]}
              />
            )}
            <ChipGroup<SideChoice>
              label={t('form.side')}
              value={side}
              onChange={setSide}
              options={[
                { value: 'both', label: t('orders.bothSides') },
                { value: 'buy', label: common('buy') },
                { value: 'sell', label: common('sell') },
              ]}
            />
          </div>
        </>
      }
    >
      <SwipePanel ids={SHELVES} value={shelf} onChange={setShelf}>
        {shelf === 'open' && <OpenOrders {...filter} empty={trade} />}
        {shelf === 'history' && <PastOrders {...filter} empty={trade} />}
        {shelf === 'trades' && <TradeHistory {...filter} empty={trade} />}
        {shelf === 'pnl' && <AssetPnl />}
      </SwipePanel>
    </Page>
  );
}
