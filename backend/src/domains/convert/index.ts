import { convertContract } from '@tessera/api/convert/contract';
import { defineDomain } from '../../platform/domain.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { quoteConversion, rateOf } from './quote.ts';
import { conversionsOf, pruneFlows } from './store.ts';
import { convertAtQuote } from './transfer.ts';

const HOUR = 3_600_000;

export { legOf, symbolOf } from './legs.ts';
export { sellForUsdt } from './sell.ts';

/** Converting one currency into another at a quote that is good for ten seconds, with the house as counterparty. */
export const convert = defineDomain(convertContract, ({ database: stored, catalogue, feed, now }) => {
  const market = () => ({ catalogue: catalogue.current(), feed, now: now() });
  return {
    name: 'convert',
    userData: { conversion: OWN_ROWS, conversion_quote: OWN_ROWS },
    recordKinds: ['convert'],
    jobs: [
      {
        name: 'convert-clean-up',
        every: HOUR,
        exclusive: true,
        whole: 'it deletes by time alone',
        run: async () => void (await pruneFlows(stored, now())),
      },
    ],
    calls: {
      'GET /wallet/getRateCurrency': ({ database, user }, pair) => rateOf(database, user, pair, market()),
      'POST /user/getTransferFee': ({ database, user }, input) => quoteConversion(database, user, input, market()),
      'POST /user/Transfer': ({ tx, user }, input) => convertAtQuote(tx, user, input, market()),
      'POST /user/getTransferList': async ({ database, user }, { page, limit }) => {
        const { rows, total } = await conversionsOf(database, user.id, { page, limit });
        return { list: rows, page, limit, total };
      },
    },
  };
});
