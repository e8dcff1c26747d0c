import { treasuryContract } from '@tessera/api/treasury/contract';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { defineDomain } from '../../platform/domain.ts';
import { type By, commandOf } from '../../platform/staff-command.ts';
import { bookMovement, declareElsewhere, setCold, setLimit, setSweep } from './change.ts';
import { moveJobs, reconcileJobs } from './jobs.ts';
import { isOwnWallet } from './store.ts';
import { countsOf, heldCounts, lagOf, outsideLimits, treasuryView } from './view.ts';

type Changing = {
  readonly by: By;
  readonly database: Database;
  readonly committed: <T>(show: () => Promise<T>) => Promise<T>;
};

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

  type Change<Input> = (tx: Transaction, input: Input, by: By) => Promise<void>;
  const byMember =
    <Input>(change: Change<Input>) =>
    async ({ by, database, committed }: Changing, input: Input) => {
      await database.transaction((tx) => change(tx, input, by));
      return committed(() => treasuryView(stored));
    };
  const byCommand =
    <Input>(change: Change<Input>) =>
    async (input: Input, by: By) => {
      await stored.transaction((tx) => change(tx, input, by));
      return (await treasuryView(stored)).chains;
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
          const { chains, differences, assets, limits, cold, elsewhere, sweeps, movements, set_aside } =
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
            ...cold.map((each) => ({ ...each, wallet: 'cold' })),
            ...elsewhere.map(({ reference, ...held }) => ({ ...held, elsewhere: reference })),
            ...sweeps.map((sweep) => ({ ...sweep, swept: 'from this amount on' })),
            ...movements,
            ...set_aside.map((each) => ({ ...each, sweep: 'waits' })),
          ];
        },
      }),
      commandOf(treasuryContract['POST /staff/treasury/limit'], {
        name: 'treasury-limit',
        subject: 'currency',
        usage: '<currency> chain=<chain> low=<amount> high=<amount> --why "<why>"  what a hot wallet holds',
        run: byCommand(setLimit),
      }),
      commandOf(treasuryContract['POST /staff/treasury/cold'], {
        name: 'treasury-cold',
        subject: 'chain',
        usage: '<chain> address=<address> --why "<why>"  where a surplus of the hot wallet goes',
        run: byCommand(setCold),
      }),
      commandOf(treasuryContract['POST /staff/treasury/sweep'], {
        name: 'treasury-sweep',
        subject: 'currency',
        usage: '<currency> chain=<chain> amount=<amount> --why "<why>"  from when on deposits are swept; 0 for never',
        run: byCommand(setSweep),
      }),
      commandOf(treasuryContract['POST /staff/treasury/elsewhere'], {
        name: 'treasury-elsewhere',
        subject: 'currency',
        usage: '<currency> amount=<amount> reference="<place>" --why "<why>"  what is held in another place',
        run: byCommand(declareElsewhere),
      }),
      commandOf(treasuryContract['POST /staff/treasury/movement'], {
        name: 'treasury-movement',
        subject: 'currency',
        usage:
          '<currency> chain=<chain> address=<address> direction=in|out amount=<amount> reference=<transaction> --why "<why>"',
        run: byCommand(bookMovement),
      }),
    ],
    calls: {
      'GET /staff/treasury': async () => {
        return treasuryView(stored);
      },
      'POST /staff/treasury/limit': byMember(setLimit),
      'POST /staff/treasury/cold': byMember(setCold),
      'POST /staff/treasury/sweep': byMember(setSweep),
      'POST /staff/treasury/elsewhere': byMember(declareElsewhere),
      'POST /staff/treasury/movement': byMember(bookMovement),
    },
  };
});
