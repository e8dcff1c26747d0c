import { setTimeout } from 'node:timers/promises';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bech32 } from '@scure/base';
import type { Spend } from '@tessera/signer-api';
import { NodeError, openRpc, type Rpc } from '../../../platform/chains/json-rpc.ts';
import { satoshiOf } from '../../../platform/chains/satoshi.ts';
import type { Sql, Transaction } from '../../../platform/db/database.ts';
import type { Found, PayoutNode, Quote, Waits } from './adapter.ts';
import { type ChainRow, type Order, ownChange, takenInputs } from './store.ts';

/** Payments in one transaction. */
const BATCH = 100;
/** Inputs of one transaction: what the signer takes, and far below what nodes pass on. */
const MOST_INPUTS = 500;
/** vbytes, rounded up: of a transaction without inputs, of a P2WPKH input, of the longest usual output. */
const SIZE = { base: 11, input: 69, output: 43 } as const;
/** Satoshi below which nodes of Bitcoin or Litecoin pass no output on, whatever its script is. */
const DUST = 5_460n;
/** Blocks within which a payment is to be mined. */
const TARGET = 6;
/** Blocks after which a coinbase can be spent. */
const MATURE = 100;
/** Blocks between two readings of all outputs of the chain, where what is known does not suffice. */
const SCAN_EVERY = 3;
/** ms: on Bitcoin's main chain a reading takes minutes. */
const SCAN_WITHIN = 15 * 60_000;
/** ms that a turn waits for such a reading; a later turn takes its result. */
const PATIENCE = 10_000;
/** Blocks that an input stays spent by another transaction before a payment counts as dead; more where the chain needs it. */
const DEAD_AFTER = 6;

/** Numbers arrive as text, see `openRpc`. */
type Place = { readonly txid: string; readonly vout: number };
type RawOutput = {
  readonly value: string;
  readonly confirmations: string;
  readonly coinbase: boolean;
  readonly scriptPubKey: { readonly hex: string };
};
type RawScan = {
  readonly height: string;
  readonly unspents: readonly { readonly txid: string; readonly vout: string }[];
};
type RawTransaction = { readonly blockhash?: string; readonly confirmations?: string };
type Unspent = Place & { readonly value: bigint };

/** What nodes say of a transaction that they have, or whose inputs a version of it spends: sending it again changes nothing. */
const KNOWN =
  /already in (block chain|mempool|utxo)|outputs already in utxo|txn-already|txn-mempool-conflict|insufficient fee|missingorspent|missing-inputs/i;
/** What a node with `txindex` says of a transaction that neither its pool nor a block holds. */
const UNKNOWN = /no such mempool or blockchain transaction/i;

const units = (text: string): bigint => {
  const read = satoshiOf(text);
  if (read === null) throw new Error(`the node wrote ${text}, which is no amount`);
  return read;
};
const most = (first: bigint, ...values: readonly bigint[]): bigint => {
  let result = first;
  for (const value of values) if (value > result) result = value;
  return result;
};
const sizeOf = (inputs: number, outputs: number): bigint =>
  BigInt(SIZE.base + inputs * SIZE.input + outputs * SIZE.output);
/** From an amount for 1,000 virtual bytes, rounded up. */
const perByte = (perKilobyte: string): bigint => (units(perKilobyte) + 999n) / 1_000n;
const key = ({ txid, vout }: Place): string => `${txid}:${vout}`;

/** The script of the wallet's address (P2WPKH). Test networks spell addresses of the same script otherwise. */
function scriptOf(address: string): string {
  const { words } = bech32.decode(address as `${string}1${string}`);
  return `0014${bytesToHex(bech32.fromWords(words.slice(1)))}`;
}

/** Chooses inputs that pay the orders and the fee, the largest first; null where they do not suffice. */
function choose(
  free: readonly Unspent[],
  orders: readonly Order[],
  rate: bigint,
): Extract<Spend, { kind: 'utxo' }> | null {
  const paid = orders.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  let sum = 0n;
  for (const [index, { value }] of free.slice(0, MOST_INPUTS).entries()) {
    sum += value;
    const left = sum - paid - sizeOf(index + 1, orders.length + 1) * rate;
    if (left < 0n) continue;
    const inputs = free.slice(0, index + 1).map((each) => ({ ...each, value: String(each.value) }));
    // Change that costs more to spend than it is worth stays with the fee.
    return { kind: 'utxo', inputs, change: String(left >= most(DUST, BigInt(SIZE.input) * rate) ? left : 0n) };
  }
  return null;
}

/** Orders that were refused by themselves are paid alone, so that they keep no other one from being paid. */
const isTogether = ({ waits }: Order): boolean => waits === null || waits === 'wallet_empty' || waits === 'fee_ceiling';

/** Outputs of the wallet, from the node's set of unspent ones. */
function walletOutputs(rpc: Rpc, patient: Rpc, sql: Sql) {
  let scanned: { readonly wallet: string; readonly height: number; readonly places: readonly Place[] } | null = null;

  let scanning: Promise<void> | null = null;

  async function readAll(wallet: string): Promise<void> {
    const found = await patient.call<RawScan>('scantxoutset', ['start', [`raw(${scriptOf(wallet)})`]]);
    const places = found.unspents.map(({ txid, vout }) => ({ txid, vout: Number(vout) }));
    scanned = { wallet, height: Number(found.height), places };
  }

  async function scan(wallet: string): Promise<void> {
    scanning ??= readAll(wallet).finally(() => {
      scanning = null;
    });
    const late = setTimeout(PATIENCE, null, { ref: false }).then(() => {
      throw new Error('the node still reads the outputs of the hot wallet');
    });
    await Promise.race([scanning, late]);
  }

  /** Confirmed outputs that nothing of ours takes, the largest first. */
  async function free(chain: ChainRow, wallet: string): Promise<readonly Unspent[]> {
    const taken = await takenInputs(sql, chain.name);
    const known = [...(scanned?.places ?? []), ...(await ownChange(sql, chain.name))];
    const asked = [...new Map(known.map((place) => [key(place), place])).values()].filter(
      (each) => !taken.has(key(each)),
    );
    const outputs = await rpc.batch<RawOutput | null>(
      asked.map(({ txid, vout }) => ({ method: 'gettxout', params: [txid, vout, false] })),
    );
    return asked
      .flatMap((place, index): Unspent[] => {
        const output = outputs[index];
        if (!output || output instanceof NodeError) return [];
        // Where the change is follows from what this database knows was paid: an older copy knows less.
        if (output.scriptPubKey.hex !== scriptOf(wallet)) return [];
        // A re-organisation that replaced the payment of an input would leave ours without it for good.
        const least = output.coinbase ? Math.max(MATURE, chain.confirmations) : chain.confirmations;
        return Number(output.confirmations) >= least ? [{ ...place, value: units(output.value) }] : [];
      })
      .toSorted((a, b) => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1));
  }

  /** As `free`, read anew where that does not suffice and enough blocks have passed. */
  return async (chain: ChainRow, wallet: string, suffices: (outputs: readonly Unspent[]) => boolean) => {
    const height = Number(await rpc.call<string>('getblockcount'));
    if (scanned?.wallet !== wallet) await scan(wallet);
    const outputs = await free(chain, wallet);
    if (suffices(outputs) || height < (scanned?.height ?? 0) + SCAN_EVERY) return outputs;
    await scan(wallet);
    return free(chain, wallet);
  };
}

/**
 * Payments of a Bitcoin-like chain over a node with `txindex` (Bitcoin Core 0.21 or newer). It needs no wallet: see
 * docs/treasury.md. `sql` is read only.
 */
export function utxoNode(nodeUrl: string, sql: Sql): PayoutNode {
  const rpc = openRpc(nodeUrl, { within: 15_000 });
  const outputsOf = walletOutputs(rpc, openRpc(nodeUrl, { within: SCAN_WITHIN }), sql);
  /** Heights at which an input of a transaction was first seen to be spent by another one. */
  const spentSince = new Map<string, number>();

  /** Satoshi for a virtual byte. */
  async function feeRate(): Promise<bigint> {
    const { relayfee } = await rpc.call<{ relayfee: string }>('getnetworkinfo');
    const { mempoolminfee } = await rpc.call<{ mempoolminfee: string }>('getmempoolinfo');
    const { feerate } = await rpc.call<{ feerate?: string }>('estimatesmartfee', [TARGET]);
    return most(perByte(relayfee) * 2n, perByte(mempoolminfee), feerate === undefined ? 0n : perByte(feerate));
  }

  /** A transaction as the pool or a block has it; null where neither does. */
  async function read(txid: string): Promise<RawTransaction | null> {
    try {
      return await rpc.call<RawTransaction>('getrawtransaction', [txid, true]);
    } catch (error) {
      // Without `txindex` the node would say so of mined ones too, in other words.
      if (error instanceof NodeError && UNKNOWN.test(error.message)) return null;
      throw error;
    }
  }

  const find: PayoutNode['find'] = async (chain, versions) => {
    for (const { txid } of versions) {
      const known = await read(txid);
      const confirmations = Number(known?.confirmations ?? 0);
      if (!known?.blockhash || confirmations < 1) continue;
      const { height } = await rpc.call<{ height: string }>('getblockheader', [known.blockhash]);
      const found: Found = {
        txid,
        block: Number(height),
        confirmations,
        final: confirmations >= chain.confirmations,
        outcome: 'paid',
      };
      return found;
    }
    return null;
  };

  /** Whether a block spends an input that stands in the chain. */
  async function isSpent(inputs: readonly Place[]): Promise<boolean> {
    for (const { txid, vout } of inputs) {
      if ((await rpc.call<RawOutput | null>('gettxout', [txid, vout, false])) !== null) continue;
      if (Number((await read(txid))?.confirmations ?? 0) > 0) return true;
    }
    return false;
  }

  return {
    identity: async () => (await rpc.call<{ chain: string }>('getblockchaininfo')).chain,
    find,
    async quote(chain, wallet, orders) {
      const rate = await feeRate();
      if (rate > BigInt(chain.fee_ceiling)) {
        return { quotes: [], waits: orders.map((order) => ({ order, waits: 'fee_ceiling', detail: String(rate) })) };
      }
      let free = await outputsOf(chain, wallet, (outputs) => choose(outputs, orders, rate) !== null);
      const waits: Waits[] = [];
      const quotes: Quote[] = [];
      const take = (group: readonly Order[]): boolean => {
        const spend = choose(free, group, rate);
        if (!spend) return false;
        const used = new Set(spend.inputs.map(key));
        free = free.filter((output) => !used.has(key(output)));
        quotes.push({
          orders: group,
          async spend(tx: Transaction) {
            const taken = await takenInputs(tx, chain.name);
            if (spend.inputs.some((input) => taken.has(key(input)))) throw new Error('an input was taken meanwhile');
            return spend;
          },
        });
        return true;
      };
      const batch: Order[] = [];
      const alone: Order[] = [];
      for (const order of orders) {
        if (BigInt(order.amount) < DUST) waits.push({ order, waits: 'node_refuses', detail: 'dust' });
        else if (!isTogether(order)) alone.push(order);
        // A transaction is recorded once for a target: the next turn pays it again.
        else if (batch.length >= BATCH || batch.some(({ target }) => target === order.target)) continue;
        else if (choose(free, [...batch, order], rate)) batch.push(order);
        else waits.push({ order, waits: 'wallet_empty', detail: order.currency });
      }
      if (batch.length > 0) take(batch);
      for (const order of alone) {
        if (!take([order])) waits.push({ order, waits: 'wallet_empty', detail: order.currency });
      }
      return { quotes, waits };
    },
    async sweep(chain, _wallet, movement, { mostFee }) {
      const outputs = await rpc.batch<RawOutput | null>(
        movement.sources.map(({ txid, vout }) => ({ method: 'gettxout', params: [txid, vout, false] })),
      );
      // What was spent by hand meanwhile, or is in no block any more, is left out.
      const there = movement.sources.flatMap((source, index) => {
        const output = outputs[index];
        const { txid, vout } = source;
        if (!output || output instanceof NodeError || txid === null || vout === null) return [];
        const isOld = Number(output.confirmations) >= chain.confirmations;
        return isOld ? [{ source: { ...source, amount: String(units(output.value)) }, place: { txid, vout } }] : [];
      });
      const rate = await feeRate();
      const fee = rate * sizeOf(there.length, 1);
      if (rate > BigInt(chain.fee_ceiling)) return { waits: 'fee_ceiling', detail: String(rate) };
      if (fee > mostFee) return { waits: 'fee_too_high', detail: String(fee) };
      const sum = there.reduce((total, { source }) => total + BigInt(source.amount), 0n);
      if (sum - fee < DUST) return { waits: 'node_refuses', detail: 'dust' };
      const inputs = there.map(({ source, place }) => ({ ...place, value: source.amount }));
      return {
        movement: { ...movement, amount: String(sum - fee), sources: there.map(({ source }) => source) },
        async spend(tx: Transaction) {
          const taken = await takenInputs(tx, chain.name);
          if (inputs.some((input) => taken.has(key(input)))) throw new Error('an input was taken meanwhile');
          return { kind: 'utxo', inputs, change: '0' };
        },
      };
    },
    async raise({ fee_ceiling, fee_bump }, { spend, fee }, orders) {
      if (spend.kind !== 'utxo') return null;
      const size = sizeOf(spend.inputs.length, orders.length + 1);
      // A replacement pays for its own way through the network beside what the former one pays (BIP 125).
      const { incrementalfee } = await rpc.call<{ incrementalfee: string }>('getnetworkinfo');
      const wanted = most(
        (BigInt(fee) * BigInt(100 + fee_bump)) / 100n + 1n,
        BigInt(fee) + perByte(incrementalfee) * size,
        (await feeRate()) * size,
      );
      const change = BigInt(spend.change) - (wanted - BigInt(fee));
      if (wanted > BigInt(fee_ceiling) * size || change < DUST) return null;
      return { ...spend, change: String(change) };
    },
    hasExpired: async () => false,
    async send(raw) {
      try {
        await rpc.call('sendrawtransaction', [raw]);
      } catch (error) {
        if (!(error instanceof NodeError) || !KNOWN.test(error.message)) throw error;
      }
    },
    async isDead(chain, { id }, versions) {
      const { spend } = versions[0] ?? {};
      if (spend?.kind !== 'utxo') return false;
      const height = Number(await rpc.call<string>('getblockcount'));
      // Inputs before versions: between the two calls a block may take one of them.
      if (!(await isSpent(spend.inputs)) || (await find(chain, versions, [])) !== null) {
        spentSince.delete(id);
        return false;
      }
      const since = spentSince.get(id) ?? height;
      spentSince.set(id, since);
      return height >= since + Math.max(DEAD_AFTER, chain.confirmations);
    },
  };
}
