import { ScreenLink, screenUrl } from '@tessera/router';
import { ChipGroup, Stack, Tabs } from '@tessera/ui';
import { Checkbox, RadioGroup, SegmentedControl, Switch } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from '../Gallery.module.css';

const MARKETS = [
  { id: 'favourites', label: 'Favourites' },
  { id: 'crypto', label: 'Crypto' },
  { id: 'stocks', label: 'Stocks' },
  { id: 'metals', label: 'Precious metals' },
  { id: 'forex', label: 'Forex' },
  { id: 'futures', label: 'Futures' },
];

export function ChoiceSection() {
  const [market, setMarket] = useState('crypto');
  const [orders, setOrders] = useState('open');
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [type, setType] = useState<'limit' | 'market'>('limit');
  const [interval, setInterval] = useState('15m');
  const [small, setSmall] = useState(true);
  const [agreed, setAgreed] = useState(true);
  const [network, setNetwork] = useState<'erc' | 'trc'>('trc');
  return (
    <Stack gap={3} shrinks>
      <div className={styles.bleed}>
        <Tabs label="Markets" items={MARKETS} value={market} onChange={setMarket} />
        <Tabs label="Markets" items={MARKETS} value={market} onChange={setMarket} variant="pill" />
      </div>
      <Tabs
        label="Orders"
        items={[
          { id: 'open', label: 'Open orders', count: 3 },
          { id: 'history', label: 'History' },
          { id: 'trades', label: 'Trades' },
        ]}
        value={orders}
        onChange={setOrders}
        fill
      >
        <p>The panel of “{orders}”.</p>
      </Tabs>
      <SegmentedControl
        label="Side"
        options={[
          { value: 'buy', label: 'Buy', tone: 'buy' },
          { value: 'sell', label: 'Sell', tone: 'sell' },
        ]}
        value={side}
        onChange={setSide}
      />
      <SegmentedControl
        label="Type"
        options={[
          { value: 'limit', label: 'Limit' },
          { value: 'market', label: 'Market' },
        ]}
        value={type}
        onChange={setType}
      />
      <ChipGroup
        label="Interval"
        options={['1m', '5m', '15m', '1h', '4h', '1d', '1w'].map((value) => ({ value, label: value }))}
        value={interval}
        onChange={setInterval}
      />
      <Switch label="Hide small balances" note="Under 1 USD" checked={small} onChange={setSmall} />
      <Switch label="Biometric login" checked={false} onChange={() => undefined} disabled />
      <Checkbox checked={agreed} onChange={setAgreed}>
        I have read the <ScreenLink to={screenUrl('/')}>terms of use</ScreenLink> and the{' '}
        <ScreenLink to={screenUrl('/')}>privacy notice</ScreenLink>.
      </Checkbox>
      <RadioGroup
        label="Network"
        options={[
          { value: 'trc', label: 'TRC20', note: 'Fee 1 USDT · about 2 minutes' },
          { value: 'erc', label: 'ERC20', note: 'Fee 5 USDT · about 5 minutes' },
        ]}
        value={network}
        onChange={setNetwork}
      />
    </Stack>
  );
}
