import { openSigner } from '@tessera/signer-api';
import { openRpc } from '../../platform/chains/json-rpc.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { fingerprintOf } from '../deposits/index.ts';
import { bitcoinBalances, evmBalances } from './balances.ts';
import { orderDue } from './move.ts';
import { reconcile } from './reconcile.ts';

const SECOND = 1_000;
/** A turn without a new final block reads two rows. A pass over all outputs of Bitcoin takes minutes. */
const EVERY = { ethereum: 15 * SECOND, bitcoin: 300 * SECOND };
/** ms that a node may take for a batch of balances, and for a pass over all outputs. */
const WITHIN = { ethereum: 20 * SECOND, bitcoin: 900 * SECOND };

/** Orders movements of the platform's own money where a signer and a node can make them. */
export function moveJobs({ database, settings, now, log }: Dependencies): RecurringJob[] {
  const { nodes, depositXpubs, signerSocket } = settings;
  if (signerSocket === undefined || !depositXpubs) return [];
  const signer = openSigner(signerSocket);
  return (['bitcoin', 'ethereum'] as const).flatMap((chain) =>
    nodes[chain]
      ? [
          {
            name: `treasury-move-${chain}`,
            every: 30 * SECOND,
            exclusive: true,
            run: (run) =>
              orderDue({ database, signer, chain, fingerprint: fingerprintOf(depositXpubs[chain]), now, log }, run),
          },
        ]
      : [],
  );
}

/** Reconciles each chain that has a node which knows balances of a block. Nodes of TRON know only those of now. */
export function reconcileJobs({ database, settings, now, log }: Dependencies): RecurringJob[] {
  const { nodes, depositXpubs, formerDepositXpub, signerSocket } = settings;
  const signer = signerSocket === undefined ? null : openSigner(signerSocket);
  const former = formerDepositXpub === undefined ? [] : [fingerprintOf(formerDepositXpub)];
  return (['bitcoin', 'ethereum'] as const).flatMap((chain) => {
    const node = nodes[chain];
    if (!node || !depositXpubs) return [];
    const rpc = openRpc(node.url, { within: WITHIN[chain] });
    const reader = chain === 'bitcoin' ? bitcoinBalances(rpc) : evmBalances(rpc);
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
        run: (run) => reconcile({ database, chain, reader, fingerprints, wallet, now, log }, run),
      },
    ];
  });
}
