import { chartsContract } from '@tessera/api/charts/contract';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { drawingsOf, eraseAll, indicatorsOf, keepDrawings, keepIndicators } from './store.ts';

/** Drawings and indicator settings that users keep for their charts. */
export const charts = defineDomain(chartsContract, ({ catalogue, now }) => ({
  name: 'charts',
  userData: { chart_drawing: OWN_ROWS, chart_indicator: OWN_ROWS },
  onClose: eraseAll,
  calls: {
    'GET /charts/drawings': async ({ database, user }, { symbol }) => ({
      list: await drawingsOf(database, user.id, symbol),
    }),
    'POST /charts/drawings': async ({ database, user }, { symbol, list = [] }) => {
      if (!catalogue.current().instrument(symbol)) throw new DomainError('instrument_unknown', { field: 'symbol' });
      await database.transaction((tx) => keepDrawings(tx, user.id, symbol, list, now()));
      return { list };
    },
    'GET /charts/indicators': async ({ database, user }) => ({ list: await indicatorsOf(database, user.id) }),
    'POST /charts/indicators': async ({ database, user }, { list = [] }) => {
      await database.transaction((tx) => keepIndicators(tx, user.id, list));
      return { list };
    },
  },
}));
