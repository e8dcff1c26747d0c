import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, ChipGroup, IconButton, Page, Tabs } from '@tessera/ui';
import { SwipePanel } from '@tessera/ui/content';
import { ShieldCheck } from '@tessera/ui/icons';
import { useState } from 'react';
import { AccountSummary } from '../../leverage/account/AccountSummary.tsx';
import { useBook } from '../../leverage/account/use-book.ts';
import { leverPath } from '../../leverage/instrument/chosen-contract.ts';
import { LeverOrders } from '../../leverage/orders/LeverOrders.tsx';
import { PositionHistory } from '../../leverage/orders/PositionHistory.tsx';
import { PositionList } from '../../leverage/positions/PositionList.tsx';
import styles from '../../ticket/OrdersPage.module.css';

const SHELVES = ['positions', 'open', 'complete', 'history'] as const;
type Shelf = (typeof SHELVES)[number];

/** Positions, entrusts in progress and complete, and the history of positions. */
export default function LeverOrdersPage() {
  const t = useTexts('trading/leverage');
  const open = useOpenScreen();
  const [{ symbol }] = useScreenParams('/pages/transaction/contract_order', { symbol: 'string?' });
  const [shelf, setShelf] = useState<Shelf>('positions');
  const [pair, setPair] = useState<'all' | 'one'>('all');
  const book = useBook();
  const named = pair === 'one' ? symbol : undefined;
  const trade = <Button to={leverPath(named ?? symbol)}>{t('lever.positions.trade')}</Button>;
  return (
    <Page
      title={t('routes.transaction.contract_order', { ns: 'trading' })}
      back
      actions={
        <IconButton
          label={t('routes.brakes', { ns: 'trading' })}
          icon={<ShieldCheck />}
          onClick={() => open(screenUrl('/pages/transaction/brakes'))}
        />
      }
      header={
        <>
          <Tabs<Shelf>
            label={t('routes.transaction.contract_order', { ns: 'trading' })}
            value={shelf}
            onChange={setShelf}
            items={[
              { id: 'positions', label: t('lever.positions.title'), count: book.rows?.length },
              { id: 'open', label: t('orders.open', { ns: 'trading' }) },
              { id: 'complete', label: t('lever.orders.complete') },
              { id: 'history', label: t('lever.history.title') },
            ]}
          />
          {symbol !== undefined && (
            <div className={styles.filters}>
              <ChipGroup
                label={t('pair.title', { ns: 'trading' })}
                value={pair}
                onChange={setPair}
                options={[
                  { value: 'all', label: t('orders.allPairs', { ns: 'trading' }) },
                  { value: 'one', label: t('orders.onlyPair', { ns: 'trading', symbol }) },
                ]}
              />
            </div>
          )}
        </>
      }
    >
      <SwipePanel ids={SHELVES} value={shelf} onChange={setShelf}>
        {shelf === 'positions' && (
          <>
            <AccountSummary book={book} />
            <PositionList book={book} symbol={named} empty={trade} />
          </>
        )}
        {shelf === 'open' && <LeverOrders status="pending" symbol={named} empty={trade} />}
        {shelf === 'complete' && <LeverOrders status="history" symbol={named} empty={trade} />}
        {shelf === 'history' && <PositionHistory symbol={named} empty={trade} />}
      </SwipePanel>
    </Page>
  );
}
