import { bus } from '@tessera/bus';
import { addTexts, startTexts } from '@tessera/i18n';
import { QueryClient, QueryClientProvider } from '@tessera/query';
import { HashRouter } from '@tessera/router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Instrument } from './instruments/instruments.ts';
import remote from './remote.tsx';

/** An instrument as the API lists it, for tests. */
export const listed = (symbol: string, price: string, facts: Partial<Instrument> = {}): Instrument => ({
  symbol,
  name: symbol,
  category: 'crypto',
  base: symbol.split('/')[0] ?? symbol,
  quote: 'USDT',
  currency_id: 1,
  legal_id: 3,
  tick: '0.01',
  lot: '0.001',
  min_amount: '0.001',
  min_total: '1',
  price_scale: 2,
  amount_scale: 3,
  maker_fee_rate: '0.001',
  taker_fee_rate: '0.001',
  trades: ['spot'],
  multiples: [],
  open: true,
  next_open: null,
  next_close: null,
  timezone: 'UTC',
  icon: null,
  rank: 1,
  latest: {
    last: price,
    bid: price,
    ask: price,
    change_24h: '0.01',
    high_24h: price,
    low_24h: price,
    volume_24h: '1000',
    turnover_24h: '2000000',
    at: 1,
  },
  ...facts,
});

export async function startEnglish(): Promise<void> {
  await startTexts('en');
  await addTexts(remote.name, remote.texts);
  bus.emit('fiat', { code: 'USD', rate: '1' });
}

/** A screen with what the host provides around it. */
export function renderScreen(screen: ReactNode, hash: string) {
  window.location.hash = hash;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <HashRouter>{screen}</HashRouter>
    </QueryClientProvider>,
  );
}
