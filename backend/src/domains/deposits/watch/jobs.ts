import { openSigner } from '@tessera/signer-api';
import { openRpc } from '../../../platform/chains/json-rpc.ts';
import type { Dependencies } from '../../../platform/domain.ts';
import type { RecurringJob } from '../../../platform/jobs/job.ts';
import { chains, fingerprintOf } from '../addresses.ts';
import { bitcoinReader } from './bitcoin-reader.ts';
import { coverDebts } from './book.ts';
import { evmReader } from './evm-reader.ts';
import type { ChainReader } from './reader.ts';
import { watchTurn } from './turn.ts';

/** ms between the turns of a watcher: a deposit is seen within two seconds of its block. */
const EVERY = 1_000;
/** ms between attempts to cover debts. */
const COVERS_EVERY = 5_000;

type Parts = Pick<Dependencies, 'database' | 'catalogue' | 'settings' | 'now'>;

function readersOf({ nodes }: Parts['settings']): Readonly<Record<(typeof chains)[number], ChainReader | undefined>> {
  const { bitcoin, ethereum, tron } = nodes;
  return {
    bitcoin: bitcoin && bitcoinReader(openRpc(bitcoin.url)),
    ethereum: ethereum && evmReader(openRpc(ethereum.url), { traces: ethereum.traces }),
    tron: tron && evmReader(openRpc(tron.url), { tron: true }),
  };
}

/** A watcher for each chain that has a node. */
export function watchJobs({ database, catalogue, settings, now }: Parts): RecurringJob[] {
  const readers = readersOf(settings);
  const { depositXpubs, formerDepositXpub, signerSocket } = settings;
  const signer = signerSocket === undefined ? null : openSigner(signerSocket);
  const former = formerDepositXpub === undefined ? [] : [fingerprintOf(formerDepositXpub)];
  return chains.flatMap((chain) => {
    const reader = readers[chain];
    if (!reader || !depositXpubs) return [];
    const fingerprints = [fingerprintOf(depositXpubs[chain]), ...former];
    return [
      {
        name: `watch-${chain}`,
        every: EVERY,
        exclusive: true,
        items: ['credited', 'reversed'],
        run: (run) => watchTurn({ database, catalogue, chain, reader, fingerprints, signer, now }, run),
      },
    ];
  });
}

/** Takes what users owe for reversed deposits out of what they have by now. */
export const debtsJob = ({ database, now }: Parts): RecurringJob => ({
  name: 'deposit-debts',
  every: COVERS_EVERY,
  exclusive: true,
  items: ['debt'],
  async run({ fence, items }) {
    await database.transaction(async (tx) => {
      await fence(tx);
      await coverDebts(tx, now(), items);
    });
  },
});
