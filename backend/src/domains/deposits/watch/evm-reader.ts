import { NodeError, type Rpc } from '../../../platform/chains/json-rpc.ts';
import { tronAddress } from '../../../platform/chains/tron-address.ts';
import { ethereumChecksum } from '../addresses.ts';
import { type ChainReader, type Header, NodeContradiction, type Own, type Transfer } from './reader.ts';

/** keccak256 of `Transfer(address,address,uint256)`: of ERC-20 and TRC-20 alike, also where `transfer` returns nothing. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Signature, sender and receiver; a fourth is the number of a work (ERC-721). */
const TOPICS = 3;

type RawBlock = {
  readonly number: string;
  readonly hash: string;
  readonly parentHash: string;
  readonly transactions: readonly RawTransaction[];
};
type RawTransaction = { readonly hash: string; readonly to: string | null; readonly value: string };
type RawLog = {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly logIndex: string;
};
type RawTrace = {
  readonly type: string;
  readonly action: {
    readonly callType?: string;
    readonly to?: string;
    readonly value?: string;
    readonly refundAddress?: string;
    readonly balance?: string;
  };
  readonly error?: string;
  readonly blockHash: string;
  readonly transactionHash: string | null;
  readonly traceAddress: readonly (number | string)[];
};
type RawReceipt = { readonly status?: string; readonly blockHash: string };

export type EvmOptions = {
  /** Addresses as TRON spells them. Its own coin is not watched: its node words transfers of TRC-10 tokens alike. */
  readonly tron?: boolean;
  /** The node serves `trace_block`: coins that contracts send are seen. */
  readonly traces?: boolean;
};

const hexNumber = (text: unknown): number => {
  const value = typeof text === 'string' && /^0x[0-9a-f]{1,13}$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new NodeContradiction('the node named no number');
  return value;
};

const txidOf = (hash: string): string => hash.slice(2).toLowerCase();

const headerOf = ({ number, hash, parentHash }: RawBlock): Header => ({
  height: hexNumber(number),
  hash: hash.toLowerCase(),
  parent: parentHash.toLowerCase(),
});

/** The address in the last 20 bytes of a topic. */
const addressIn = (topic = ''): string => `0x${topic.slice(-40)}`;

type Unchecked = Transfer & { readonly needsReceipt: boolean };

/** An EVM chain, or TRON by java-tron's Ethereum JSON-RPC. */
export function evmReader(rpc: Rpc, { tron = false, traces = false }: EvmOptions = {}): ChainReader {
  const shown = tron ? tronAddress : ethereumChecksum;

  async function tagged(tag: string): Promise<number> {
    const block = await rpc.call<RawBlock | null>('eth_getBlockByNumber', [tag, false]);
    if (!block) throw new NodeContradiction(`the node has no block ${tag}`);
    return hexNumber(block.number);
  }

  const inBlock = (block: Header, blockHash: string | undefined): void => {
    if (blockHash?.toLowerCase() !== block.hash) {
      throw new NodeContradiction(`the node shows another block ${block.height} than before`);
    }
  };

  async function coinsOf(block: Header): Promise<Unchecked[]> {
    const full = await rpc.call<RawBlock | null>('eth_getBlockByHash', [block.hash, true]);
    inBlock(block, full?.hash);
    return (full?.transactions ?? []).flatMap(({ hash, to, value }) =>
      to && BigInt(value) > 0n
        ? [
            {
              txid: txidOf(hash),
              part: 'value',
              address: shown(to),
              contract: null,
              units: BigInt(value),
              // Coins of a transaction that failed went back.
              needsReceipt: true,
            },
          ]
        : [],
    );
  }

  async function tokensOf(block: Header): Promise<Unchecked[]> {
    const logs = await rpc.call<readonly RawLog[]>('eth_getLogs', [{ blockHash: block.hash, topics: [TRANSFER] }]);
    const counts = new Map<string, number>();
    return [...logs]
      .sort((a, b) => hexNumber(a.logIndex) - hexNumber(b.logIndex))
      .flatMap(({ address, topics, data, blockHash, transactionHash }) => {
        inBlock(block, blockHash);
        const txid = txidOf(transactionHash);
        const position = counts.get(txid) ?? 0;
        counts.set(txid, position + 1);
        if (topics.length !== TOPICS || !/^0x[0-9a-f]{64}$/i.test(data) || BigInt(data) === 0n) return [];
        return [
          {
            txid,
            part: `log-${position}`,
            address: shown(addressIn(topics[2])),
            contract: shown(address),
            units: BigInt(data),
            needsReceipt: false,
          },
        ];
      });
  }

  async function sentByContracts(block: Header): Promise<Unchecked[]> {
    const all = await rpc.call<readonly RawTrace[]>('trace_block', [`0x${block.height.toString(16)}`]);
    const pathOf = ({ traceAddress }: RawTrace) => traceAddress.map(String);
    const failed = new Set(
      all.flatMap((trace) => (trace.error ? [`${trace.transactionHash}:${pathOf(trace).join('.')}`] : [])),
    );
    /** What a call did is undone where it or one around it failed. */
    const undone = (trace: RawTrace): boolean => {
      const path = pathOf(trace);
      return path
        .map((_, length) => path.slice(0, length))
        .concat([path])
        .some((around) => failed.has(`${trace.transactionHash}:${around.join('.')}`));
    };
    return all.flatMap((trace) => {
      inBlock(block, trace.blockHash);
      const { type, action, transactionHash, traceAddress } = trace;
      const [to, value] =
        type === 'suicide' || type === 'selfdestruct'
          ? [action.refundAddress, action.balance]
          : type === 'call' && action.callType === 'call' && traceAddress.length > 0
            ? [action.to, action.value]
            : [];
      if (!to || !value || !transactionHash || BigInt(value) === 0n || undone(trace)) return [];
      return [
        {
          txid: txidOf(transactionHash),
          part: `trace-${pathOf(trace).join('.')}`,
          address: shown(to),
          contract: null,
          units: BigInt(value),
          needsReceipt: false,
        },
      ];
    });
  }

  /** Those whose transactions succeeded in this very block. */
  async function succeeded(block: Header, found: readonly Unchecked[]): Promise<ReadonlySet<string>> {
    const txids = [...new Set(found.flatMap(({ txid, needsReceipt }) => (needsReceipt ? [txid] : [])))];
    const receipts = await rpc.batch<RawReceipt | null>(
      txids.map((txid) => ({ method: 'eth_getTransactionReceipt', params: [`0x${txid}`] })),
    );
    return new Set(
      txids.filter((_, index) => {
        const receipt = receipts[index];
        if (receipt instanceof NodeError) throw receipt;
        inBlock(block, receipt?.blockHash);
        return receipt?.status === '0x1';
      }),
    );
  }

  return {
    identity: async () => String(hexNumber(await rpc.call('eth_chainId'))),
    head: () => tagged('latest'),
    finalized: () => tagged('finalized'),
    async header(height) {
      const block = await rpc.call<RawBlock | null>('eth_getBlockByNumber', [`0x${height.toString(16)}`, false]);
      return block ? headerOf(block) : null;
    },
    async transfers(block: Header, own: Own) {
      const found = (
        await Promise.all([
          tokensOf(block),
          ...(tron ? [] : [coinsOf(block)]),
          ...(traces && !tron ? [sentByContracts(block)] : []),
        ])
      ).flat();
      const ours = await own([...new Set(found.map(({ address }) => address))]);
      const mine = found.filter(({ address }) => ours.has(address));
      const good = await succeeded(block, mine);
      return mine.flatMap(({ needsReceipt, ...transfer }) =>
        !needsReceipt || good.has(transfer.txid) ? [transfer] : [],
      );
    },
    unconfirmed: null,
  };
}
