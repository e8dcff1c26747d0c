import { openSigner, type SignerClient } from '@tessera/signer-api';
import { openTron } from '../../../platform/chains/tron-api.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Dependencies } from '../../../platform/domain.ts';
import type { RecurringJob } from '../../../platform/jobs/job.ts';
import type { Payout, PayoutOrder, PayoutReports } from '../payout.ts';
import type { PayoutNode } from './adapter.ts';
import { evmNode } from './evm-node.ts';
import { payDue } from './pay.ts';
import type { ChainName } from './store.ts';
import { tronNode } from './tron-node.ts';
import { toUnits } from './units.ts';
import { utxoNode } from './utxo-node.ts';

const SECOND = 1_000;

/** Chains whose withdrawals the signer pays: those with a node, where a signer is configured. */
function paidChains({ settings: { nodes, signerSocket } }: Pick<Dependencies, 'settings'>): readonly ChainName[] {
  if (signerSocket === undefined) return [];
  const urls = { ethereum: nodes.ethereum, bitcoin: nodes.bitcoin, tron: nodes.tronApi };
  return (['ethereum', 'bitcoin', 'tron'] as const).filter((name) => urls[name] !== undefined);
}

async function openNode(chain: ChainName, { settings: { nodes }, database }: Dependencies): Promise<PayoutNode> {
  if (chain === 'tron') return tronNode(openTron(nodes.tronApi?.url ?? ''), database);
  const url = nodes[chain]?.url ?? '';
  return chain === 'bitcoin' ? utxoNode(url, database) : evmNode(url, database);
}

/** Writes an order down where the signer pays it; false where staff do. */
async function orderFrom(tx: Transaction, chains: readonly string[], order: PayoutOrder, at: number): Promise<boolean> {
  const { id, currency, network, target, amount } = order;
  const [token] = await tx.query<{ chain: string; contract: string | null; decimals: number }>(
    `select t.chain, t.contract, t.decimals
       from withdrawal_network n join chain_token t on t.chain = n.chain and t.currency = n.currency
      where n.currency = $1 and n.network = $2 and n.chain = any($3)`,
    [currency, network, chains],
  );
  const units = token && toUnits(amount, token.decimals);
  if (!token || !units) return false;
  await tx.query(
    `insert into chain_payout (withdrawal_id, chain, currency, contract, decimals, target, amount, ordered_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, token.chain, currency, token.contract, token.decimals, target, units, new Date(at)],
  );
  return true;
}

/** Payments by the signer where one is configured, and by staff everywhere else. */
export function createChainPayouts(
  dependencies: Dependencies,
  byHand: Payout,
  reports: PayoutReports,
): { readonly payout: Payout; readonly jobs: readonly RecurringJob[]; readonly signer: SignerClient | null } {
  const { settings, database, ports, now, log } = dependencies;
  const chains = paidChains(dependencies);
  const signer = settings.signerSocket === undefined ? null : openSigner(settings.signerSocket);
  const opened = new Map<ChainName, Promise<PayoutNode>>();
  const nodeOf = (chain: ChainName): Promise<PayoutNode> => {
    const node = opened.get(chain) ?? openNode(chain, dependencies);
    opened.set(chain, node);
    return node;
  };
  return {
    signer,
    payout: {
      queues: byHand.queues,
      async order(tx, order) {
        if (!(await orderFrom(tx, chains, order, now()))) await byHand.order(tx, order);
      },
      orderAutomatic: (tx, order) => orderFrom(tx, chains, order, now()),
    },
    jobs: chains.map((chain) => ({
      name: `withdrawals-pay-${chain}`,
      every: 2 * SECOND,
      exclusive: true,
      own: 'a payment that fails waits, in the order in which payments were tried',
      run: async (run) => {
        if (signer) await payDue({ database, signer, node: await nodeOf(chain), chain, reports, ports, now, log }, run);
      },
    })),
  };
}
