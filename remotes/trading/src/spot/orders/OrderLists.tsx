import { type OrderFilter as Filter, useOpenOrders, useOrders } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { useSession } from '@tessera/session';
import { Button, EmptyState, Loaded, type LoadedQuery, LogInFirst, SkeletonRows } from '@tessera/ui';
import { lazyPart } from '@tessera/ui/lazy-part';
import type { ReactNode } from 'react';
import styles from '../../ticket/Orders.module.css';
import { CancelAll } from './CancelAll.tsx';
import { OrderList } from './OrderList.tsx';
import { OwnTrades } from './OwnTrades.tsx';
import { tradesOf } from './order-figures.ts';

const TradesDownload = lazyPart(() => import(/* webpackChunkName: "trades-csv" */ './TradesDownload.tsx'));

/** The states before there is a list to show; null once there is. */
function useBefore(query: LoadedQuery<unknown>): ReactNode {
  const t = useTexts('trading');
  if (useSession() === null) return <LogInFirst compact />;
  if (query.data !== undefined) return null;
  return <Loaded query={query} compact title={t('orders.failed')} waiting={<SkeletonRows count={3} />} />;
}

export type OrderFilter = Pick<Filter, 'symbol' | 'side'>;

type ListProps = OrderFilter & {
  /** The way forward where there is none. */
  readonly empty?: ReactNode;
};

export function OpenOrders({ symbol, side, empty }: ListProps) {
  const t = useTexts('trading');
  const query = useOpenOrders(symbol);
  const before = useBefore(query);
  if (before) return before;
  const orders = (query.data?.rows ?? []).filter((order) => side === undefined || order.side === side);
  if (orders.length > 0) {
    return (
      <>
        {side === undefined && <CancelAll symbol={symbol} />}
        <OrderList orders={orders} />
      </>
    );
  }
  return (
    <EmptyState
      compact
      illustration="orders"
      title={t('orders.noneOpen')}
      text={t('orders.noneOpenHelp')}
      action={empty}
    />
  );
}

type Past = ReturnType<typeof useOrders>;

const More = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { readonly query: Past }) => {
  const t = useTexts('trading');
  if (!hasNextPage) return null;
  return (
    <Button
      variant="ghost"
      block
      className={styles.more}
      busy={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {t('orders.more')}
    </Button>
  );
};

/** Filled and cancelled orders. */
export function PastOrders({ empty, ...filter }: ListProps) {
  const t = useTexts('trading');
  const query = useOrders({ ...filter, status: 'history' });
  const before = useBefore(query);
  if (before) return before;
  const orders = query.rows ?? [];
  if (orders.length === 0) {
    return (
      <EmptyState
        compact
        illustration="orders"
        title={t('orders.noneHistory')}
        text={t('orders.noneHistoryHelp')}
        action={empty}
      />
    );
  }
  return (
    <>
      <OrderList orders={orders} />
      <More query={query} />
    </>
  );
}

/** Each fill of the user's own orders; where there is one, all of them can be downloaded. */
export function TradeHistory({ empty, ...filter }: ListProps) {
  const t = useTexts('trading');
  // Orders of every state: one that is open or cancelled may have been filled in part.
  const query = useOrders(filter);
  const before = useBefore(query);
  if (before) return before;
  const trades = tradesOf(query.rows ?? []);
  if (trades.length === 0 && !query.hasNextPage) {
    return (
      <EmptyState
        compact
        illustration="orders"
        title={t('orders.noneTrades')}
        text={t('orders.noneTradesHelp')}
        action={empty}
      />
    );
  }
  return (
    <>
      <TradesDownload props={filter} />
      <OwnTrades trades={trades} />
      <More query={query} />
    </>
  );
}
