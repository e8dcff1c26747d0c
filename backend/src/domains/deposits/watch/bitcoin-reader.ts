import { hexToBytes } from '@noble/hashes/utils.js';
import { bech32 } from '@scure/base';
import { NodeError, type Rpc } from '../../../platform/chains/json-rpc.ts';
import { satoshiOf as readSatoshi } from '../../../platform/chains/satoshi.ts';
import { rawOutputs } from './raw-outputs.ts';
import { type ChainReader, NodeContradiction, type Own, type Transfer } from './reader.ts';

/** Numbers arrive as text, see `openRpc`. */
type RawOutput = {
  readonly n: string;
  readonly value: string;
  /** Outputs of extension blocks have none. */
  readonly scriptPubKey?: { readonly hex: string };
};
type RawTransaction = {
  readonly txid: string;
  readonly vin: readonly { readonly coinbase?: string }[];
  readonly vout: readonly RawOutput[];
};
type RawBlock = {
  readonly hash: string;
  readonly height: string;
  readonly previousblockhash?: string;
  readonly tx: readonly RawTransaction[];
};
type RawHeader = Omit<RawBlock, 'tx'> & { readonly confirmations: string };
type RawInfo = { readonly chain: string; readonly blocks: string };

/** Bitcoin Core: no such block. */
const NO_BLOCK = new Set([-5, -8]);
/** Transactions of the memory pool that are looked at in a turn; the others wait for the next. */
const MOST_LOOKED_AT = 2_000;

/** Satoshi of an amount of the node. */
export function satoshiOf(text: string): bigint {
  const units = readSatoshi(text);
  if (units === null) throw new NodeContradiction(`${text} is no amount`);
  return units;
}

/**
 * The address of a script that pays to the hash of a key by SegWit version 0, which is what users get; null for others.
 * Scripts are compared and not addresses: test networks spell the same script otherwise.
 */
function addressOfScript(hex: string): string | null {
  if (!/^0014[0-9a-f]{40}$/.test(hex)) return null;
  return bech32.encode('bc', [0, ...bech32.toWords(hexToBytes(hex.slice(4)))]);
}

/** Outputs; none of a coinbase, whose coins cannot be spent for 100 blocks. */
const outputsOf = ({ txid, vin, vout }: RawTransaction): Transfer[] =>
  vin.some(({ coinbase }) => coinbase !== undefined)
    ? []
    : vout.flatMap(({ n, value, scriptPubKey }) => {
        const address = addressOfScript(scriptPubKey?.hex ?? '');
        const units = address === null ? 0n : satoshiOf(value);
        return address === null || units === 0n ? [] : [{ txid, part: n, address, contract: null, units }];
      });

/** What a transaction of the pool pays; none of the pool is a coinbase. */
function paidBy(txid: string, raw: string): Transfer[] {
  const outputs = rawOutputs(raw);
  if (outputs === null) throw new NodeContradiction(`the node shows no transaction ${txid}`);
  return outputs.flatMap(({ units, script }, n) => {
    const address = addressOfScript(script);
    return address === null || units === 0n ? [] : [{ txid, part: String(n), address, contract: null, units }];
  });
}

/** A chain with the JSON-RPC of Bitcoin Core 0.21 or newer. */
export function bitcoinReader(rpc: Rpc): ChainReader {
  /** Outputs of the memory pool that were looked at, by transaction. */
  let looked = new Map<string, readonly Transfer[]>();

  const info = () => rpc.call<RawInfo>('getblockchaininfo');

  async function owned(found: readonly Transfer[], own: Own): Promise<Transfer[]> {
    const ours = await own([...new Set(found.map(({ address }) => address))]);
    return found.filter(({ address }) => ours.has(address));
  }

  return {
    identity: async () => (await info()).chain,
    head: async () => Number((await info()).blocks),
    finalized: async () => {
      throw new NodeContradiction('this chain has no blocks that are final: set finality to confirmations');
    },
    async header(height) {
      try {
        const hash = await rpc.call<string>('getblockhash', [height]);
        const header = await rpc.call<RawHeader>('getblockheader', [hash]);
        // A re-organisation between the two calls.
        if (Number(header.confirmations) < 1) throw new NodeContradiction(`block ${height} has just been replaced`);
        return { height: Number(header.height), hash, parent: header.previousblockhash ?? '' };
      } catch (error) {
        if (error instanceof NodeError && NO_BLOCK.has(error.code)) return null;
        throw error;
      }
    },
    async transfers(block, own) {
      const full = await rpc.call<RawBlock>('getblock', [block.hash, 2]);
      if (full.hash !== block.hash) throw new NodeContradiction(`the node shows another block ${block.height}`);
      return owned(full.tx.flatMap(outputsOf), own);
    },
    async unconfirmed(own) {
      const txids = await rpc.call<readonly string[]>('getrawmempool');
      const fresh = txids.filter((txid) => !looked.has(txid)).slice(0, MOST_LOOKED_AT);
      // Their bytes: in words, a hundred of the largest that a stranger may send would be more than a turn can read.
      const found = await rpc.batch<string>(
        fresh.map((txid) => ({ method: 'getrawtransaction', params: [txid, false] })),
      );
      const pool = new Set(txids);
      const next = new Map([...looked].filter(([txid]) => pool.has(txid)));
      for (const [index, txid] of fresh.entries()) {
        const raw = found[index];
        // It has left the pool meanwhile.
        if (typeof raw !== 'string') continue;
        next.set(txid, await owned(paidBy(txid, raw), own));
      }
      looked = next;
      return {
        transfers: [...next.values()].flat(),
        known: (asked) => new Set(asked.filter((txid) => pool.has(txid))),
      };
    },
  };
}
