import { treasuryContract } from '@tessera/api/treasury/contract';
import type { Transaction } from '../../platform/db/database.ts';
import { defineDomain } from '../../platform/domain.ts';
import { type By, commandOf } from '../../platform/staff-command.ts';
import { decide, propose } from './change.ts';
import { moveJobs, reconcileJobs } from './jobs.ts';
import { isOwnWallet } from './store.ts';
import { countsOf, heldCounts, lagOf, outsideLimits, treasuryView } from './view.ts';

/** What the platform holds on chains against what it owes: reconciled at final blocks, with limits of hot wallets. */
export const treasury = defineDomain(treasuryContract, (dependencies) => {
  const { database: stored, metrics } = dependencies;
  metrics.gauge(
    {
      name: 'treasury_differences',
      help: 'Differences between a chain and the ledger that stand, by reason.',
      labels: ['chain', 'reason'],
    },
    async () =>
      (await countsOf(stored)).map(({ chain, reason, count }) => ({ labels: { chain, reason }, value: count })),
  );
  metrics.gauge(
    {
      name: 'treasury_unreconciled_blocks',
      help: 'Blocks of a chain that were read since it was reconciled with the ledger.',
      labels: ['chain'],
    },
    async () => (await lagOf(stored)).map(({ chain, blocks }) => ({ labels: { chain }, value: blocks })),
  );
  metrics.gauge(
    {
      name: 'treasury_outside_limits',
      help: 'Hot wallets outside of their limits: 1, by where money is to be moved.',
      labels: ['chain', 'currency', 'to'],
    },
    async () => (await outsideLimits(stored)).map((labels) => ({ labels, value: 1 })),
  );

  metrics.gauge(
    {
      name: 'treasury_addresses_set_aside',
      help: 'Deposit addresses whose sweep waits because it failed.',
      labels: ['chain', 'currency'],
    },
    async () =>
      (await heldCounts(stored)).map(({ chain, currency, count }) => ({ labels: { chain, currency }, value: count })),
  );

  const byMember =
    <Input>(change: (tx: Transaction, input: Input, by: By) => Promise<void>) =>
    async ({ by }: { readonly by: By }, input: Input) => {
      await stored.transaction((tx) => change(tx, input, by));
      return treasuryView(stored);
    };
  return {
    name: 'treasury',
    addressUse: async (sql, chain, address) => ((await isOwnWallet(sql, chain, address)) ? { kind: 'wallet' } : null),
    jobs: [...reconcileJobs(dependencies), ...moveJobs(dependencies)],
    staffCommands: [
      commandOf(treasuryContract['GET /staff/treasury'], {
        name: 'treasury',
        usage: 'liabilities against assets, what each chain holds, differences, and what to move',
        run: async () => {
          const { chains, differences, assets, limits, changes, sweeps, movements, set_aside } =
            await treasuryView(stored);
          return [
            ...assets,
            ...chains.flatMap(({ holdings, ...chain }) => [
              chain,
              ...holdings.map((holding) => ({ chain: chain.chain, ...holding })),
            ]),
            ...differences,
            ...limits.map(({ move, ...limit }) => ({
              ...limit,
              ...(move && { move_to: move.to, move: move.amount, cold: move.cold }),
            })),
            ...sweeps.map((sweep) => ({ ...sweep, swept: 'from this amount on' })),
            ...movements,
            ...set_aside.map((each) => ({ ...each, sweep: 'waits' })),
            ...changes,
          ];
        },
      }),
      commandOf(treasuryContract['POST /staff/treasury/propose'], {
        name: 'treasury-propose',
        subject: 'kind',
        usage:
          'limit|cold|sweep|elsewhere|movement chain=<chain> currency=<code> low=, high=, address=, amount=, direction=in|out, reference= --why "<why>"  takes effect when another member approves it by POST /staff/treasury/decide',
        run: async (input, by) => {
          await stored.transaction((tx) => propose(tx, input, by));
          return (await treasuryView(stored)).changes;
        },
      }),
    ],
    calls: {
      'GET /staff/treasury': async () => {
        return treasuryView(stored);
      },
      'POST /staff/treasury/propose': byMember(propose),
      'POST /staff/treasury/decide': byMember(decide),
    },
  };
});
