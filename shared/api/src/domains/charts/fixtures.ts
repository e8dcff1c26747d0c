import type { Output } from '../../kit/contract.ts';
import type { ChartsContract } from './contract.ts';

const SEGMENT = 'segment 1763640000000,63000.5 1763650800000,63100';

export const chartsFixtures = {
  'GET /charts/drawings': { list: [SEGMENT] },
  'POST /charts/drawings': { list: [SEGMENT, 'priceLine 1763640000000,62000'] },
  'GET /charts/indicators': { list: ['MA 7,25,99 0,1,3'] },
  'POST /charts/indicators': { list: ['MA 7,25,99 0,1,3'] },
} satisfies { readonly [K in keyof ChartsContract]: Output<ChartsContract[K]> };

/** A stateful fake of what a user keeps: handlers and their state. */
export function keptCharts() {
  const kept = { drawings: [] as string[], indicators: [] as string[] };
  type Request = { readonly form: URLSearchParams };
  return {
    kept,
    handlers: {
      'GET /charts/drawings': () => ({ list: [...kept.drawings] }),
      'POST /charts/drawings': ({ form }: Request) => {
        kept.drawings = form.getAll('list').filter(Boolean);
        return { list: [...kept.drawings] };
      },
      'GET /charts/indicators': () => ({ list: [...kept.indicators] }),
      'POST /charts/indicators': ({ form }: Request) => {
        kept.indicators = form.getAll('list').filter(Boolean);
        return { list: [...kept.indicators] };
      },
    },
  };
}
