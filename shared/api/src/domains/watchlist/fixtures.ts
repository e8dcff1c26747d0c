import type { Output } from '../../kit/contract.ts';
import type { WatchlistContract } from './contract.ts';

export const watchlistFixtures = {
  'GET /optional/list': { list: ['ETH/USDT'] },
  'POST /optional/add': { list: ['ETH/USDT', 'BTC/USDT'] },
  'POST /optional/del': { list: [] },
} satisfies { readonly [K in keyof WatchlistContract]: Output<WatchlistContract[K]> };

/** A stateful fake of a user's watchlist: handlers and their state. */
export function keptWatchlist(...initial: readonly string[]) {
  const kept = [...initial];
  const symbolOf = ({ form }: { readonly form: URLSearchParams }) => form.get('symbol') ?? '';
  return {
    kept,
    handlers: {
      'GET /optional/list': () => ({ list: [...kept] }),
      'POST /optional/add': (request: { readonly form: URLSearchParams }) => {
        if (!kept.includes(symbolOf(request))) kept.push(symbolOf(request));
        return { list: [...kept] };
      },
      'POST /optional/del': (request: { readonly form: URLSearchParams }) => {
        const at = kept.indexOf(symbolOf(request));
        if (at >= 0) kept.splice(at, 1);
        return { list: [...kept] };
      },
    },
  };
}
