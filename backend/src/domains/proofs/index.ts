import { proofsContract } from '@tessera/api/proofs/contract';
import { defineDomain } from '../../platform/domain.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { feedSigningKey } from '../../platform/market/signing-key.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { dayOf, publishFunds } from './publish.ts';
import { readReserves } from './reserves.ts';
import { listPublications, readBalanceProof } from './store.ts';

/** ms between two looks whether the day's proof is published. */
const LOOK_EVERY = 600_000;

/** Proof of funds: what users own together, published each day, and each user's place in it. */
export const proofs = defineDomain(proofsContract, ({ database, now, settings }) => ({
  name: 'proofs',
  calls: {
    'GET /proofs/funds': async (_context, page) => ({
      ...(await listPublications(database, page)),
      reserves: await readReserves(database),
    }),
    'GET /proofs/balance': async ({ user }) => ({ proof: await readBalanceProof(database, user) }),
  },
  userData: { funds_leaf: OWN_ROWS },
  jobs: [
    {
      name: 'proofs-publish',
      every: LOOK_EVERY,
      exclusive: true,
      whole: 'one tree of all balances: it is published whole or not at all',
      async run({ fence }: JobRun) {
        const at = now();
        await publishFunds(database, { day: dayOf(at), at, key: await feedSigningKey(settings), fence });
      },
    },
  ],
}));
