import type { Output } from '../../kit/contract.ts';
import type { WatchlistContract, WatchlistGroup } from './contract.ts';
import { inOrder, inOrderBy } from './rules.ts';

export const watchlistFixtures = {
  'GET /optional/list': { list: ['ETH/USDT'], groups: [{ id: '7', name: 'Majors', symbols: ['ETH/USDT'] }] },
  'POST /optional/add': { list: ['ETH/USDT', 'BTC/USDT'] },
  'POST /optional/del': { list: [] },
  'POST /optional/order': { list: ['ETH/USDT'] },
  'POST /optional/group': { id: '8', name: 'Metals', symbols: [] },
  'PUT /optional/group': { id: '7', name: 'Large caps', symbols: ['ETH/USDT'] },
  'POST /optional/group/symbols': { id: '7', name: 'Majors', symbols: ['ETH/USDT'] },
  'POST /optional/group/order': { list: [{ id: '7', name: 'Majors', symbols: ['ETH/USDT'] }] },
  'POST /optional/group/del': { id: '7' },
} satisfies { readonly [K in keyof WatchlistContract]: Output<WatchlistContract[K]> };

type Sent = { readonly form: URLSearchParams };

/** A stateful fake of a user's watchlist: handlers and their state. */
export function keptWatchlist(...initial: readonly string[]) {
  const kept = [...initial];
  const groups: WatchlistGroup[] = [];
  const symbolOf = ({ form }: Sent) => form.get('symbol') ?? '';
  const groupOf = ({ form }: Sent): WatchlistGroup => {
    const found = groups.find(({ id }) => id === form.get('id'));
    if (!found) throw new Error('there is no such group');
    return found;
  };
  return {
    kept,
    groups,
    handlers: {
      'GET /optional/list': () => ({ list: [...kept], groups: groups.map((each) => ({ ...each })) }),
      'POST /optional/add': (request: Sent) => {
        if (!kept.includes(symbolOf(request))) kept.push(symbolOf(request));
        return { list: [...kept] };
      },
      'POST /optional/del': (request: Sent) => {
        const at = kept.indexOf(symbolOf(request));
        if (at >= 0) kept.splice(at, 1);
        return { list: [...kept] };
      },
      'POST /optional/order': ({ form }: Sent) => {
        kept.splice(0, kept.length, ...inOrder(kept, form.getAll('symbols')));
        return { list: [...kept] };
      },
      'POST /optional/group': ({ form }: Sent) => {
        const made = { id: String(groups.length + 1), name: form.get('name') ?? '', symbols: [] };
        groups.push(made);
        return made;
      },
      'PUT /optional/group': (request: Sent) =>
        Object.assign(groupOf(request), { name: request.form.get('name') ?? '' }),
      'POST /optional/group/symbols': (request: Sent) =>
        Object.assign(groupOf(request), { symbols: request.form.getAll('symbols') }),
      'POST /optional/group/order': ({ form }: Sent) => {
        groups.splice(0, groups.length, ...inOrderBy(groups, form.getAll('ids'), ({ id }) => id));
        return { list: groups.map((each) => ({ ...each })) };
      },
      'POST /optional/group/del': (request: Sent) => {
        const { id } = groupOf(request);
        groups.splice(
          groups.findIndex((each) => each.id === id),
          1,
        );
        return { id };
      },
    },
  };
}
