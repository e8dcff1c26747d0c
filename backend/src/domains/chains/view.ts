import type { Output } from '@tessera/api/contract';
import type { NodeSettings } from '../../platform/chains/node-settings.ts';
import type { Sql } from '../../platform/db/database.ts';
import { type ChainName, listChains, listTokens, listWatches } from './store.ts';

type View = Output<'GET /staff/chains'>['list'];
type Network = View[number]['networks'][number];

const networksOf = (sql: Sql): Promise<Array<Network & { readonly chain: ChainName }>> =>
  sql.query(
    `select chain, currency, network,
            case when d.currency is not null then json_build_object(
              'open', d.open, 'min_amount', trim_scale(d.min_amount)::text, 'confirmations', d.confirmations) end as deposit,
            case when w.currency is not null then json_build_object(
              'open', w.open, 'fee', trim_scale(w.fee)::text, 'min_amount', trim_scale(w.min_amount)::text) end as withdrawal
       from deposit_network d full join withdrawal_network w using (chain, currency, network)
      where chain is not null order by chain, currency, network`,
  );

/** Chains with all that staff set, and how far each is watched. */
export async function chainsView(sql: Sql, nodes: NodeSettings): Promise<View> {
  const [chains, tokens, networks, watches] = await Promise.all([
    listChains(sql),
    listTokens(sql),
    networksOf(sql),
    listWatches(sql),
  ]);
  return chains.map(({ name, kind, identity, finality, depositsHalted, withdrawalsHalted, feeCeiling, feeBump }) => {
    const watch = watches.find(({ chain }) => chain === name);
    return {
      name,
      kind,
      identity,
      finality,
      deposits_halted: depositsHalted,
      withdrawals_halted: withdrawalsHalted,
      fee_ceiling: String(feeCeiling),
      fee_bump: feeBump,
      tokens: tokens
        .filter(({ chain }) => chain === name)
        .map(({ currency, contract, decimals }) => ({ currency, contract, decimals })),
      networks: networks.filter(({ chain }) => chain === name).map(({ chain: _, ...network }) => network),
      node: nodes[name] !== undefined,
      watch: watch
        ? {
            height: watch.height,
            head: watch.head,
            finalized: watch.finalized,
            paused: watch.paused,
            detail: watch.detail,
            since: watch.since,
            reached_at: watch.reachedAt,
          }
        : null,
    };
  });
}
