import { bytesToHex } from '@noble/hashes/utils.js';
import { bech32 } from '@scure/base';
import { NodeError, type Rpc } from '../../platform/chains/json-rpc.ts';
import { satoshiOf } from '../../platform/chains/satoshi.ts';
import { tronHex } from '../../platform/chains/tron-address.ts';
import type { TronApi } from '../../platform/chains/tron-api.ts';
import type { Token } from '../chains/index.ts';

/** What a receipt says of a transaction that a block holds. `fee` is in the smallest units of the chain's coin. */
export type Receipt = { readonly height: number; readonly fee: bigint; readonly succeeded: boolean };

/** Balances of a chain by one node. Every function rejects where the node does not respond as it should. */
export type BalanceReader = {
  /**
   * The block that balances are read at; null where the node has not the one with this hash. Bitcoin nodes know balances
   * of now alone: the block is their newest one; those of TRON also of the newest that stands for good, which is read.
   */
  readonly blockAt: (height: number, hash: string) => Promise<number | null>;
  /** Units of each token at each address, `units[token][address]`, and the block they are of, by its hash where it stands for good. */
  readonly balances: (
    tokens: readonly Token[],
    addresses: readonly string[],
    height: number,
  ) => Promise<{ readonly height: number; readonly hash?: string; readonly units: readonly (readonly bigint[])[] }>;
  /** Transactions that have left an address up to a block; null where a chain does not count them. */
  readonly nonce: ((address: string, height: number) => Promise<number>) | null;
  /** Null for what no block holds. */
  readonly receipts: ((txids: readonly string[]) => Promise<readonly (Receipt | null)[]>) | null;
};

type RawReceipt = {
  readonly blockNumber: string | null;
  readonly gasUsed: string;
  readonly effectiveGasPrice: string;
  readonly status: string;
};

const hex = (height: number): string => `0x${height.toString(16)}`;
/** The first four bytes of keccak256 of `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231';

function required<T>(results: readonly (T | NodeError)[]): readonly T[] {
  return results.map((result) => {
    if (result instanceof NodeError) throw result;
    return result;
  });
}

const unitsOf = (text: unknown): bigint => {
  if (typeof text !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(text))
    throw new NodeError(0, 'the node named no balance');
  return BigInt(text);
};

/** An EVM chain. The node keeps the states of the blocks since the last final one. */
export const evmBalances = (rpc: Rpc): BalanceReader => ({
  async blockAt(height, hash) {
    const block = await rpc.call<{ hash: string } | null>('eth_getBlockByNumber', [hex(height), false]);
    return block?.hash.toLowerCase() === hash ? height : null;
  },
  async balances(tokens, addresses, height) {
    const at = hex(height);
    const calls = tokens.flatMap(({ contract }) =>
      addresses.map((address) =>
        contract === null
          ? { method: 'eth_getBalance', params: [address, at] }
          : {
              method: 'eth_call',
              params: [{ to: contract, data: `${BALANCE_OF}${address.slice(2).toLowerCase().padStart(64, '0')}` }, at],
            },
      ),
    );
    const all = required(await rpc.batch(calls)).map(unitsOf);
    return {
      height,
      units: tokens.map((_, index) => all.slice(index * addresses.length, (index + 1) * addresses.length)),
    };
  },
  nonce: async (address, height) => Number(unitsOf(await rpc.call('eth_getTransactionCount', [address, hex(height)]))),
  async receipts(txids) {
    const all = required(
      await rpc.batch<RawReceipt | null>(
        txids.map((txid) => ({ method: 'eth_getTransactionReceipt', params: [`0x${txid}`] })),
      ),
    );
    return all.map((receipt) =>
      receipt?.blockNumber
        ? {
            height: Number(receipt.blockNumber),
            fee: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
            succeeded: receipt.status === '0x1',
          }
        : null,
    );
  },
});

/** The script that pays to an address of SegWit version 0; scripts are the same on test networks. */
export function scriptOf(address: string): string {
  const { words } = bech32.decode(address as `${string}1${string}`);
  if (words[0] !== 0) throw new Error(`${address} is no address of SegWit version 0`);
  const program = bech32.fromWords(words.slice(1));
  return `00${program.length.toString(16).padStart(2, '0')}${bytesToHex(program)}`;
}

type RawScan = {
  readonly success: boolean | string;
  readonly height: string;
  readonly unspents: readonly { readonly scriptPubKey: string; readonly amount: string; readonly height: string }[];
};

/**
 * Bitcoin Core's `scantxoutset`: all unspent outputs of the scripts, in one pass over the set, at the newest block. `rpc`
 * has to wait for minutes.
 */
export const bitcoinBalances = (rpc: Rpc): BalanceReader => ({
  async blockAt(height, hash) {
    try {
      return (await rpc.call<string>('getblockhash', [height])) === hash ? height : null;
    } catch (error) {
      if (error instanceof NodeError) return null;
      throw error;
    }
  },
  async balances(tokens, addresses) {
    const scripts = addresses.map(scriptOf);
    const scan = await rpc.call<RawScan>('scantxoutset', ['start', scripts.map((script) => `raw(${script})`)]);
    const sums = new Map<string, bigint>();
    for (const { scriptPubKey, amount } of scan.unspents) {
      const units = satoshiOf(amount);
      if (units === null) throw new NodeError(0, `the node named no amount: ${amount}`);
      sums.set(scriptPubKey, (sums.get(scriptPubKey) ?? 0n) + units);
    }
    return {
      height: Number(scan.height),
      units: tokens.map(({ contract }) => scripts.map((script) => (contract === null ? (sums.get(script) ?? 0n) : 0n))),
    };
  },
  nonce: null,
  receipts: null,
});

type TronBlock = {
  readonly blockID: string;
  readonly block_header: { readonly raw_data: { readonly number?: number } };
};
type TronInfo = {
  readonly id?: string;
  readonly blockNumber?: number;
  readonly fee?: number;
  readonly result?: string;
  readonly receipt?: { readonly result?: string };
};

/** Balances of TRON that are asked for at once, and how often they are read anew where a block came meanwhile. */
const TRON_AT_ONCE = 32;
const TRON_ATTEMPTS = 5;

/**
 * TRON, by java-tron's HTTP API: balances of the newest block that stands for good. The node names no block with a balance,
 * so all are read between two looks at that block, again where it is another one by then. What is staked is not a balance.
 */
export function tronBalances(call: TronApi): BalanceReader {
  const solid = () => call<TronBlock>('walletsolidity/getnowblock');
  const heightOf = ({ block_header }: TronBlock): number => block_header.raw_data.number ?? 0;
  async function unitsAt({ contract }: Token, address: string): Promise<bigint> {
    if (contract === null) {
      const { balance = 0 } = await call<{ balance?: number }>('walletsolidity/getaccount', { address, visible: true });
      return BigInt(balance);
    }
    const { constant_result: [hex = ''] = [] } = await call<{ constant_result?: readonly string[] }>(
      'walletsolidity/triggerconstantcontract',
      {
        owner_address: address,
        contract_address: contract,
        function_selector: 'balanceOf(address)',
        parameter: tronHex(address).slice(2).padStart(64, '0'),
        visible: true,
      },
    );
    return unitsOf(`0x${hex}`);
  }
  return {
    async blockAt(height, hash) {
      const block = await call<Partial<TronBlock>>('wallet/getblockbynum', { num: height });
      return `0x${block.blockID}` === hash ? height : null;
    },
    async balances(tokens, addresses) {
      const wanted = tokens.flatMap((token) => addresses.map((address) => [token, address] as const));
      for (let attempt = 0; attempt < TRON_ATTEMPTS; attempt += 1) {
        const before = await solid();
        const all: bigint[] = [];
        for (let from = 0; from < wanted.length; from += TRON_AT_ONCE) {
          const part = wanted.slice(from, from + TRON_AT_ONCE);
          all.push(...(await Promise.all(part.map(([token, address]) => unitsAt(token, address)))));
        }
        if ((await solid()).blockID !== before.blockID) continue;
        return {
          height: heightOf(before),
          hash: `0x${before.blockID}`,
          units: tokens.map((_, index) => all.slice(index * addresses.length, (index + 1) * addresses.length)),
        };
      }
      throw new NodeError(0, 'a block came while balances were read, each time');
    },
    nonce: null,
    receipts: (txids) =>
      Promise.all(
        txids.map(async (txid) => {
          const info = await call<TronInfo>('walletsolidity/gettransactioninfobyid', { value: txid });
          if (info.id !== txid || info.blockNumber === undefined) return null;
          const failed = info.result === 'FAILED' || (info.receipt?.result ?? 'SUCCESS') !== 'SUCCESS';
          return { height: info.blockNumber, fee: BigInt(info.fee ?? 0), succeeded: !failed };
        }),
      ),
  };
}
