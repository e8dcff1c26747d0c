// @vitest-environment jsdom
import { fiatFixtures } from '@tessera/api/fiat/fixtures';
import { bitcoin, listing } from '@tessera/api/instruments/fixtures';
import { keptWatchlist } from '@tessera/api/watchlist/fixtures';
import { addTexts } from '@tessera/i18n';
import { QueryClient, QueryClientProvider } from '@tessera/query';
import { HashRouter } from '@tessera/router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import MarketPage from '../../../remotes/markets/src/pages/market/MarketPage.tsx';
import markets from '../../../remotes/markets/src/remote.tsx';
import PairPage from '../../../remotes/trading/src/pages/pair/PairPage.tsx';
import trading from '../../../remotes/trading/src/remote.tsx';
import { signIn, testScreens } from './index.ts';

/* Markets and trading show one watchlist: what one of them changes, the other shows, and it is fetched once. */

// jsdom has no canvas to draw the chart on.
vi.mock('../../../remotes/trading/src/chart/CandleChart.tsx', () => ({ default: () => null }));

let watchlist: ReturnType<typeof keptWatchlist>;

/** The page with the screens of both remotes in it, as one cache of outputs serves them. */
function showPage(symbol: string) {
  location.hash = `#/pages/transaction/currency?symbol=${symbol}`;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (remotes: readonly ('markets' | 'trading')[]) => (
    <QueryClientProvider client={client}>
      <HashRouter>
        {remotes.includes('markets') && (
          <section aria-label="markets">
            <MarketPage />
          </section>
        )}
        {remotes.includes('trading') && (
          <section aria-label="trading">
            <PairPage />
          </section>
        )}
      </HashRouter>
    </QueryClientProvider>
  );
  const view = render(page(['markets']));
  return { user: userEvent.setup(), open: (...remotes: ('markets' | 'trading')[]) => view.rerender(page(remotes)) };
}
const star = (remote: 'markets' | 'trading', name: string) =>
  within(screen.getByRole('region', { name: remote })).findByRole('button', { name });

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  localStorage.clear();
  watchlist = keptWatchlist('ETH/USDT');
});
const { exchange } = testScreens(markets, {
  user: null,
  exchange: () => ({
    ...fiatFixtures,
    ...watchlist.handlers,
    'GET /currency/quotation_new': listing(bitcoin()),
  }),
});
beforeAll(async () => {
  await addTexts(trading.name, trading.texts);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('what a guest stars in markets is the user’s in trading after a log-in, taken along once', async () => {
  const { user, open } = showPage('BTC/USDT');
  await user.click(await star('markets', 'Add BTC/USDT to favorites'));
  expect(localStorage.getItem('tessera.markets.favourites')).toBe('["BTC/USDT"]');

  // Markets is left before the log-in: the remote that is open then takes the guest's list along.
  open('trading');
  act(() => signIn());
  await star('trading', 'Remove BTC/USDT from favorites');
  await waitFor(() => expect(watchlist.kept).toEqual(['ETH/USDT', 'BTC/USDT']));
  await waitFor(() => expect(localStorage.getItem('tessera.markets.favourites')).toBeNull());

  open('markets', 'trading');
  await star('markets', 'Remove BTC/USDT from favorites');
  expect(exchange.of('POST /optional/add')).toHaveLength(1);
  expect(exchange.of('GET /optional/list')).toHaveLength(1);
});

test('both remotes open at a log-in fetch once and take along once', async () => {
  localStorage.setItem('tessera.markets.favourites', '["BTC/USDT"]');
  const { user, open } = showPage('BTC/USDT');
  open('markets', 'trading');
  await star('markets', 'Remove BTC/USDT from favorites');
  act(() => signIn());
  await waitFor(() => expect(watchlist.kept).toEqual(['ETH/USDT', 'BTC/USDT']));
  await user.click(await star('trading', 'Remove BTC/USDT from favorites'));
  await star('markets', 'Add BTC/USDT to favorites');
  await waitFor(() => expect(watchlist.kept).toEqual(['ETH/USDT']));
  expect(exchange.of('POST /optional/add')).toHaveLength(1);
  expect(exchange.of('GET /optional/list')).toHaveLength(1);
});

test('a change that waits its turn is not made in the name of the next user', async () => {
  signIn();
  const { user } = showPage('BTC/USDT');
  const add = await star('markets', 'Add BTC/USDT to favorites');
  let respond: () => void = () => undefined;
  exchange.change({
    'POST /optional/add': () => new Promise((resolve) => (respond = () => resolve({ list: ['ETH/USDT', 'BTC/USDT'] }))),
  });
  await user.click(add);
  await waitFor(() => expect(exchange.of('POST /optional/add')).toHaveLength(1));
  // Waits until the first change has been answered.
  await user.click(await star('markets', 'Remove BTC/USDT from favorites'));
  act(() => signIn({ uid: '20000002' }));
  await act(async () => respond());
  await act(async () => undefined);
  expect(exchange.of('POST /optional/del')).toEqual([]);
});
