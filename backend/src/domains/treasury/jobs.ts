import { openSigner } from '@tessera/signer-api';
import { openRpc } from '../../platform/chains/json-rpc.ts';
import { openTron } from '../../platform/chains/tron-api.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { fingerprintOf } from '../deposits/index.ts';
import { indexInUsdt } from '../instruments/index.ts';
import { type BalanceReader, bitcoinBalances, evmBalances, tronBalances } from './balances.ts';
import { orderDue } from './move.ts';
import { reconcile } from './reconcile.ts';

const SECOND = 1_000;
const CHAINS = ['bitcoin', 'ethereum', 'tron'] as const;
/** A turn without a new final block reads two rows. A pass over all outputs of Bitcoin takes minutes. */
const EVERY = { ethereum: 15 * SECOND, bitcoin: 300 * SECOND, tron: 15 * SECOND };
/** ms that a node may take for a batch of balances, and for a pass over all outputs. */
const WITHIN = { ethereum: 20 * SECOND, bitcoin: 900 * SECOND };

/** Orders movements of the platform's own money where a signer and a node can make them. */
export function moveJobs({ database, settings, feed, now, log }: Dependencies): RecurringJob[] {
  const { nodes, depositXpubs, signerSocket } = settings;
  if (signerSocket === undefined || !depositXpubs) return [];
  const signer = openSigner(signerSocket);
  const price = (currency: string) => indexInUsdt(feed, currency);
  return CHAINS.flatMap((chain) =>
    nodes[chain === 'tron' ? 'tronApi' : chain]
      ? [
          {
            name: `treasury-move-${chain}`,
            every: 30 * SECOND,
            exclusive: true,
            whole: 'money of the platform',
            run: (run) =>
              orderDue(
                { database, signer, chain, fingerprint: fingerprintOf(depositXpubs[chain]), price, now, log },
                run,
              ),
          },
        ]
      : [],
  );
}

/** Balances of a chain by its configured node; null without one. */
function readerOf(
  chain: (typeof CHAINS)[number],
  { nodes }: Pick<Dependencies['settings'], 'nodes'>,
): BalanceReader | null {
  // What TRON holds is compared with what its watcher read.
  if (chain === 'tron') return nodes.tron && nodes.tronApi ? tronBalances(openTron(nodes.tronApi.url)) : null;
  const node = nodes[chain];
  if (!node) return null;
  const rpc = openRpc(node.url, { within: WITHIN[chain] });
  return chain === 'bitcoin' ? bitcoinBalances(rpc) : evmBalances(rpc);
}

/** Reconciles each chain that has a node. */
export function reconcileJobs({ database, settings, now, log }: Dependencies): RecurringJob[] {
  const { depositXpubs, formerDepositXpub, signerSocket } = settings;
  const signer = signerSocket === undefined ? null : openSigner(signerSocket);
  const former = formerDepositXpub === undefined ? [] : [fingerprintOf(formerDepositXpub)];
  return CHAINS.flatMap((chain) => {
    const reader = readerOf(chain, settings);
    if (!reader || !depositXpubs) return [];
    const fingerprints = [fingerprintOf(depositXpubs[chain]), ...former];
    const wallet = async (): Promise<string | null> => {
      const status = await signer?.status().catch(() => null);
      return status?.chains.find((each) => each.chain === chain)?.address ?? null;
    };
    return [
      {
        name: `treasury-reconcile-${chain}`,
        every: EVERY[chain],
        exclusive: true,
        whole: 'sums of a chain',
        run: (run) => reconcile({ database, chain, reader, fingerprints, wallet, now, log }, run),
      },
    ];
  });
}
