import { add } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Amount, Avatar, Button, Change, CoinIcon, KeyValue, List, ListRow, Price, Stack } from '@tessera/ui';
import { Explained, ExplainedBlock, Sparkline } from '@tessera/ui/content';
import { ValueCurve } from '@tessera/ui/curve';
import { useState } from 'react';
import styles from '../Gallery.module.css';

const RISING = ['62100', '62400', '62200', '62850', '62700', '63100', '62950', '63400'];
const FALLING = [...RISING].reverse();
const POINTS = RISING.map((value, at) => ({ at, value }));

const ROWS = [
  { symbol: 'BTC/USDT', price: '63000.1', tick: '0.01', ratio: '0.0231' },
  { symbol: 'ETH/USDT', price: '3120.55', tick: '0.01', ratio: '-0.0104' },
  { symbol: 'USDT/USD', price: '1.0001', tick: '0.0001', ratio: '0' },
  { symbol: 'LTC/USDT', price: '84.21', tick: '0.01', ratio: '0.1203' },
  { symbol: 'AAPL', price: '231.4', tick: '0.01', ratio: '-0.0731' },
  { symbol: 'EUR/USD', price: '1.08342', tick: '0.00001', ratio: '0.0004' },
  { symbol: 'XAU/USD', price: '2650.1', tick: '0.1', ratio: '0.0002' },
];

export function FigureSection() {
  const [price, setPrice] = useState('63000.1');
  return (
    <Stack gap={3} shrinks>
      <div>
        <Amount className={styles.total} value="128934.22" scale={2} unit="USDT" />
        <div>
          <Change ratio="0.0123" /> <Amount value="1566.61" scale={2} signed />{' '}
          <Amount value="-12.5" scale={2} signed /> <Amount value="5" scale={2} hidden unit="USDT" />
        </div>
      </div>
      <div className={styles.line}>
        <Price className={styles.total} value={price} tick="0.01" lively />
        <Button size="s" variant="secondary" onClick={() => setPrice(add(price, '12.5'))}>
          Tick up
        </Button>
        <Button size="s" variant="secondary" onClick={() => setPrice(add(price, '-12.5'))}>
          Tick down
        </Button>
      </div>
      <List card label="Markets">
        {ROWS.map((row) => (
          <ListRow
            key={row.symbol}
            to={screenUrl('/')}
            chevron={false}
            start={<CoinIcon symbol={row.symbol} />}
            title={row.symbol}
            subtitle="Vol 1.2M"
            value={
              <span className={styles.line}>
                <Price value={row.price} tick={row.tick} />
                <Change ratio={row.ratio} pill />
              </span>
            }
          />
        ))}
      </List>
      <div className={styles.line}>
        <Sparkline values={RISING} direction="up" />
        <Sparkline values={FALLING} direction="down" />
        <Sparkline values={['1', '1']} />
      </div>
      <ValueCurve
        label="Funds"
        points={POINTS}
        direction="up"
        marked={[3]}
        axis={(value) => value}
        time={(at) => `Day ${at}`}
        spoken={(place) => POINTS[place ?? 7]?.value ?? ''}
      >
        {(place) => <Amount value={POINTS[place ?? 7]?.value ?? '0'} scale={0} unit="USDT" />}
      </ValueCurve>
      <div className={styles.line}>
        <CoinIcon symbol="BTC" size="s" />
        <CoinIcon symbol="ETH" size="m" />
        <CoinIcon symbol="SOL" size="l" />
        <CoinIcon symbol="GOOGL" size="l" />
        <Avatar name="Mia" />
        <Avatar name="陈" size="l" />
      </div>
      <ExplainedBlock
        title="Balance"
        figures={[
          { title: 'Balance', value: '0.05 BTC', formula: ['Balance = available + on hold', '0.04 + 0.01 = 0.05'] },
          { title: 'On hold', value: '0.01 BTC', entries: [{ label: 'Spot orders', value: '0.01 BTC' }] },
        ]}
      />
      <div className={styles.card}>
        <KeyValue
          items={[
            { label: 'Price', value: '63,000.10 USDT' },
            { label: 'Amount', value: '0.05 BTC' },
            {
              label: 'Fee (0.1 %)',
              value: (
                <Explained
                  title="Fee"
                  value="0.00005 BTC"
                  entries={[
                    { label: 'Amount', value: '0.05 BTC' },
                    { label: 'Rate', value: '0.1 %' },
                  ]}
                  formula={['Fee = amount × rate', '0.05 × 0.1 % = 0.00005 BTC']}
                  note="Charged when the order is filled."
                  link={{ to: screenUrl('/'), label: 'Fees of my level' }}
                />
              ),
            },
            { label: 'You pay', value: '3,150.00 USDT', strong: true },
          ]}
        />
      </div>
    </Stack>
  );
}
