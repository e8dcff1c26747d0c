import { configureApi } from '@tessera/api';
import { bus } from '@tessera/bus';
import { addTexts, startTexts } from '@tessera/i18n';
import { QueryClient, QueryClientProvider } from '@tessera/query';
import { HashRouter } from '@tessera/router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import remote from './remote.tsx';

/* A screen as the host shows it, in English, with the exchange replaced at the network. */

export type Request = { readonly key: string; readonly form: URLSearchParams; readonly idempotencyKey: string | null };
/** What the exchange answers: the message of a success, an `Error` for no answer at all, `refuse(…)` for a refusal. */
export type Exchange = (request: Request) => unknown;

class Refusal {
  readonly error: string;
  readonly text: string;
  constructor(error: string, text: string) {
    this.error = error;
    this.text = text;
  }
}
export const refuse = (error: string, text: string) => new Refusal(error, text);

const envelope = (answer: unknown) =>
  answer instanceof Refusal
    ? { type: 'error', code: 0, error: answer.error, message: answer.text }
    : { type: 'ok', code: 1, message: answer };

/** Every call goes to `exchange`; answers what was asked, in order. */
export function fakeExchange(exchange: Exchange): Request[] {
  const requests: Request[] = [];
  configureApi({
    baseUrl: 'http://exchange.test/api',
    token: () => 'token',
    language: () => 'en',
    onSessionInvalid: () => undefined,
    onVerificationRequired: () => undefined,
    onBusy: () => undefined,
    fetch: async (input, init) => {
      const asked = new Request(input, init);
      const url = new URL(asked.url);
      const form = asked.method === 'GET' ? url.searchParams : new URLSearchParams(await asked.text());
      const key = `${asked.method} ${url.pathname.replace('/api', '')}`;
      const request = { key, form, idempotencyKey: asked.headers.get('idempotency-key') };
      requests.push(request);
      const answer = exchange(request);
      if (answer instanceof Error) throw answer;
      return new Response(JSON.stringify(envelope(answer)), { status: 200 });
    },
  });
  return requests;
}

export async function startEnglish(): Promise<void> {
  await startTexts('en');
  await addTexts(remote.name, remote.texts);
  bus.emit('realtime', { status: 'open', since: 0 });
}

export const signIn = (verificationLevel: 0 | 1 | 2 = 1): void =>
  bus.emit('session', {
    user: {
      uid: '10000001',
      accountName: 'demo@tessera.example',
      nickname: 'Demo',
      avatar: null,
      verificationLevel,
      hasPayPassword: false,
    },
  });

export function renderScreen(screen: ReactNode, route: string): void {
  location.hash = `#${route}`;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <HashRouter>{screen}</HashRouter>
    </QueryClientProvider>,
  );
}

/** BTC/USDT as `GET /currency/quotation_new` lists it, with a price of this moment. */
export const bitcoin = (changes: Record<string, unknown> = {}) => ({
  symbol: 'BTC/USDT',
  name: 'Bitcoin',
  category: 'crypto',
  base: 'BTC',
  quote: 'USDT',
  currency_id: 1,
  legal_id: 3,
  tick: '0.01',
  lot: '0.00001',
  min_amount: '0.00001',
  min_total: '5',
  price_scale: 2,
  amount_scale: 5,
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
    last: '63000',
    bid: '62999.99',
    ask: '63000.01',
    change_24h: '0.0123',
    high_24h: '64000',
    low_24h: '62000',
    volume_24h: '1000',
    turnover_24h: '63000000',
    at: Date.now(),
  },
  ...changes,
});

/** A spot order as the exchange answers it. */
export const spotOrder = (changes: Record<string, unknown> = {}) => ({
  id: '7',
  symbol: 'BTC/USDT',
  currency_id: 1,
  legal_id: 3,
  type: 'buy',
  kind: 'limit',
  price: '61000',
  amount: '0.05',
  quote_amount: null,
  filled_amount: '0',
  filled_quote_amount: '0',
  average_price: null,
  fee: '0',
  fee_currency: 'BTC',
  status: 'pending',
  created_at: 1_760_000_000_000,
  updated_at: 1_760_000_000_000,
  fills: [],
  ...changes,
});

export const page = (list: unknown[]) => ({ list, page: 1, limit: 100, total: list.length });
