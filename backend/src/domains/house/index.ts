import { houseContract } from '@tessera/api/house/contract';
import { defineDomain } from '../../platform/domain.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { sumHouse } from '../../platform/ledger/index.ts';
import { commandOf } from '../../platform/staff-command.ts';
import { fundAccount, fundsView, seedDemonstration } from './funds.ts';

/** What the house keeps to pay what its products promise. */
export const house = defineDomain(houseContract, ({ database: stored, catalogue, feed, settings, now, ports }) => ({
  name: 'house',
  recordKinds: ['adjustment'],
  userData: { house_sum: { leftOut: 'sums of accounts of the house' } },
  seed: async () => {
    // Money that was not brought in belongs into demonstrations, never beside prices of real venues.
    if (settings.demoUser && feed.source === 'simulated') await seedDemonstration(stored, now());
  },
  jobs: [
    {
      name: 'house-sums',
      every: 60_000,
      exclusive: true,
      whole: 'sums of the accounts of the house',
      run: ({ fence }: JobRun) =>
        stored.transaction(async (tx) => {
          await fence(tx);
          await sumHouse(tx);
        }),
    },
  ],
  staffCommands: [
    commandOf(houseContract['GET /staff/house'], {
      name: 'house',
      usage: 'what the house holds for interest, losses and loans, and what it promised',
      run: async () => fundsView(stored, ports),
    }),
    commandOf(houseContract['POST /staff/house/fund'], {
      name: 'house-fund',
      usage:
        'account=interest|insurance|dual|loans|promotions currency=<code> amount=<number> from=fees|capital reference=<payment> --why "<why>"  funds an account, once a reference',
      run: async (input, by) => {
        await fundAccount(stored, catalogue.current(), input, by);
        return fundsView(stored, ports);
      },
    }),
  ],
  calls: {
    'GET /staff/house': async ({ database }) => ({ list: await fundsView(database, ports) }),
    'POST /staff/house/fund': async ({ database, by }, input) => {
      await fundAccount(database, catalogue.current(), input, by);
      return { list: await fundsView(database, ports) };
    },
  },
}));
