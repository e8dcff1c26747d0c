import { useDollarValue } from '@tessera/api/fiat';
import { type Instrument, useInstruments } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { useQuote } from '@tessera/realtime';
import { screenUrl } from '@tessera/router';
import { Change, CoinIcon, Inline, List, ListRow, Loaded, Price, Tabs } from '@tessera/ui';
import { useMemo, useState } from 'react';
import styles from './HomePage.module.css';
import MoverCurve from './MoverCurve.tsx';
import { type MoverOrder, topMovers } from './movers.ts';

/** The order is worked out again this often; the prices themselves are live. */
const REFRESH_MS = 60_000;
const ORDERS: readonly MoverOrder[] = ['gainers', 'losers', 'volume'];

function MoverRow({ coin }: { readonly coin: Instrument }) {
  const quote = useQuote(coin.symbol);
  const change = quote?.change24h ?? coin.latest?.change_24h ?? '0';
  return (
    <ListRow
      to={screenUrl('/pages/transaction/currency', { symbol: coin.symbol })}
      start={<CoinIcon symbol={coin.base} />}
      title={coin.symbol}
      subtitle={<span className={styles.name}>{coin.name}</span>}
      value={
        <Inline as="span" gap={2}>
          <span className={styles.curve}>
            <MoverCurve symbol={coin.symbol} ratio={change} />
          </span>
          <Price value={quote?.last ?? coin.latest?.last ?? '0'} tick={coin.tick} />
        </Inline>
      }
      note={<Change ratio={change} />}
    />
  );
}

/** Coins that moved most. The order is that of the last reading, so that no row leaves from under a finger. */
export default function Movers() {
  const t = useTexts('home');
  const coins = useInstruments({ category: 'crypto' }, { refetchInterval: REFRESH_MS });
  const value = useDollarValue();
  const [order, setOrder] = useState<MoverOrder>('gainers');
  const rows = useMemo(() => topMovers(coins.data?.list ?? [], order, value), [coins.data, order, value]);
  return (
    <section className={styles.card}>
      <Tabs
        label={t('movers')}
        items={ORDERS.map((id) => ({ id, label: t(`${id}`) }))}
        value={order}
        onChange={(id) => setOrder(id as MoverOrder)}
      >
        <Loaded query={coins} compact />
        {rows.length > 0 && (
          <List label={t('movers')}>
            {rows.map((coin) => (
              <MoverRow key={coin.symbol} coin={coin} />
            ))}
          </List>
        )}
      </Tabs>
    </section>
  );
}
