import type { Market } from '../market/market.ts';
import type { Metrics } from './metrics.ts';

/** Counts what the market goes on without. */
export function marketMetrics(metrics: Metrics, market: Pick<Market, 'leftOut'>): void {
  metrics.gauge(
    {
      name: 'market_left_out',
      help: 'What the steps of the market fail by and are made without, on the node that holds it (user, symbol)',
      labels: ['what'],
    },
    () => {
      const { users, symbols } = market.leftOut();
      return [
        { labels: { what: 'user' }, value: users.size },
        { labels: { what: 'symbol' }, value: symbols.size },
      ];
    },
  );
}
