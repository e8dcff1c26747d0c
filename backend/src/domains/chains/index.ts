import { chainsContract } from '@tessera/api/chains/contract';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { defineDomain } from '../../platform/domain.ts';
import { onlySets } from '../../platform/staff-changes/restricts.ts';
import { type By, commandOf } from '../../platform/staff-command.ts';
import { changeChain, changeNetwork, changeToken, rescan } from './change.ts';
import { currencyOfContract } from './store.ts';
import { chainsView } from './view.ts';

export { noteSignerAssets } from './signer-assets.ts';
export {
  type Chain,
  type ChainName,
  chainOf,
  listChains,
  listTokens,
  notePause,
  noteProgress,
  type PauseReason,
  type Token,
  type Watch,
  watchOf,
} from './store.ts';

type Changing = {
  readonly by: By;
  readonly database: Database;
  readonly committed: <T>(show: () => Promise<T>) => Promise<T>;
};

/** Networks and tokens as data: read anew by all who credit or pay, so that a change takes effect at once. */
export const chains = defineDomain(chainsContract, ({ database: stored, catalogue, settings }) => {
  const view = () => chainsView(stored, settings.nodes);
  const changes = {
    change: changeChain,
    token: (tx: Transaction, input: Parameters<typeof changeToken>[2], by: By) =>
      changeToken(tx, catalogue.current(), input, by),
    network: (tx: Transaction, input: Parameters<typeof changeNetwork>[2], by: By) =>
      changeNetwork(tx, catalogue.current(), input, by),
    rescan,
  };
  const byMember =
    <Input>(change: (tx: Transaction, input: Input, by: By) => Promise<void>) =>
    async ({ by, database, committed }: Changing, input: Input) => {
      await database.transaction((tx) => change(tx, input, by));
      return committed(async () => ({ list: await view() }));
    };
  const byCommand =
    <Input>(change: (tx: Transaction, input: Input, by: By) => Promise<void>) =>
    async (input: Input, by: By) => {
      await stored.transaction((tx) => change(tx, input, by));
      return view();
    };
  return {
    name: 'chains',
    addressUse: async (sql, chain, address) => {
      const currency = await currencyOfContract(sql, chain, address);
      return currency === null ? null : { kind: 'contract', currency };
    },
    runsAlone: {
      'POST /staff/chains/change': onlySets(['chain'], { deposits_halted: true, withdrawals_halted: true }),
      'POST /staff/chains/network': onlySets(['chain', 'currency', 'network'], {
        deposits_open: false,
        withdrawals_open: false,
      }),
    },
    staffCommands: [
      commandOf(chainsContract['GET /staff/chains'], {
        name: 'chains',
        usage: 'chains with their tokens, networks and limits, and how far each is watched',
        run: view,
      }),
      commandOf(chainsContract['POST /staff/chains/change'], {
        name: 'chain',
        subject: 'chain',
        usage: '<chain> identity, finality, deposits_halted, withdrawals_halted, fee_ceiling, fee_bump --why "<why>"',
        run: byCommand(changes.change),
      }),
      commandOf(chainsContract['POST /staff/chains/token'], {
        name: 'chain-token',
        subject: 'currency',
        usage: '<currency> chain=<chain> contract=<address> decimals=<number> --why "<why>"',
        run: byCommand(changes.token),
      }),
      commandOf(chainsContract['POST /staff/chains/network'], {
        name: 'chain-network',
        subject: 'currency',
        usage:
          '<currency> chain=<chain> network=<name> deposits_open, min_deposit, confirmations, withdrawals_open, withdrawal_fee, min_withdrawal --why "<why>"',
        run: byCommand(changes.network),
      }),
      commandOf(chainsContract['POST /staff/chains/rescan'], {
        name: 'chain-rescan',
        subject: 'chain',
        usage: '<chain> from=<block> --why "<why>"  reads the chain again from there',
        run: byCommand(changes.rescan),
      }),
    ],
    calls: {
      'GET /staff/chains': async () => {
        return { list: await view() };
      },
      'POST /staff/chains/change': byMember(changes.change),
      'POST /staff/chains/token': byMember(changes.token),
      'POST /staff/chains/network': byMember(changes.network),
      'POST /staff/chains/rescan': byMember(changes.rescan),
    },
  };
});
