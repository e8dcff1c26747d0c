import type { Spend } from '@tessera/signer-api';
import {
  BaseError,
  encodeFunctionData,
  type Hex,
  HttpRequestError,
  LimitExceededRpcError,
  parseAbi,
  parseEventLogs,
  TimeoutError,
  TransactionReceiptNotFoundError,
} from 'viem';
import { openEvm } from '../../../platform/chains/evm.ts';
import type { Sql, Transaction } from '../../../platform/db/database.ts';
import type { Found, MovementQuote, PayoutNode, Quote, Refused, Waits } from './adapter.ts';
import type { Movement, Source } from './movements.ts';
import { type ChainName, type ChainRow, type Order, takeNonce, unmined } from './store.ts';

const TOKEN = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address owner) view returns (uint256)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);
/** Room above the estimate of gas, percent. */
const ROOM = 125n;
/**
 * Gas by which a transfer of a token takes more than was estimated, where its recipient has given away all of the token
 * meanwhile: a slot that is written anew (EIP-2929, EIP-3529). Out of gas, it would fail at the house's cost, and be given
 * back to be asked for again.
 */
const EMPTIED_GAS = 17_100n;
/** Transactions that wait for a block at once: a node keeps 16 or 64 of an account. */
const AT_ONCE = 10;

/** Gas to put the delegate on the chain: its code is fixed. */
const PREPARE_GAS = 700_000n;
/** Gas of a sweep beside its transfers, and of an authorization (EIP-7702). */
const SWEEP_GAS = 60_000n;
const AUTHORIZATION_GAS = 25_000n;
/** Gas of a transfer of the chain's coin. */
const TRANSFER_GAS = 21_000n;
/**
 * Most gas of a payment. A coin runs the code of its recipient, which the house pays for: a wallet that is a contract
 * needs a third of it. A token runs code that staff chose.
 */
const MOST_GAS = { coin: 100_000n, token: 400_000n };

/** What nodes say of a transaction that they have, or whose nonce is used: sending it again changes nothing. */
const KNOWN = /already known|already imported|nonce too low|known transaction|replacement transaction underpriced/i;

/** What nodes say of a call that takes more gas than it may. */
const OUT_OF_GAS = /gas required exceeds|out of gas|exceed\w* .*gas limit/i;

/** A deposit address with what is to be taken from it now. */
type Taken = {
  readonly source: Source;
  readonly gas: bigint;
  readonly authorization: { readonly address: string; readonly nonce: number } | null;
};

/** Whether an account with this code delegates to that address (EIP-7702). */
const isDelegated = (code: Hex | undefined, delegate: string): boolean =>
  code?.toLowerCase() === `0xef0100${delegate.slice(2).toLowerCase()}`;

/** What the node says of a transfer that it would reject; null where it did not look at it. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof BaseError)) return null;
  const silent = [HttpRequestError, TimeoutError, LimitExceededRpcError];
  return error.walk((cause) => silent.some((kind) => cause instanceof kind)) ? null : error.shortMessage;
}

/** Without a recognised receipt nothing is known about a transaction. */
async function receiptOf(client: Awaited<ReturnType<typeof openEvm>>, txid: string) {
  try {
    return await client.getTransactionReceipt({ hash: `0x${txid}` });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}

/** Payments of an EVM chain over its node. */
export async function evmNode(nodeUrl: string, database: Sql): Promise<PayoutNode> {
  const client = await openEvm(nodeUrl);
  const callOf = ({ contract, target, amount }: Order) =>
    contract === null
      ? { to: target as Hex, value: BigInt(amount) }
      : {
          to: contract as Hex,
          data: encodeFunctionData({ abi: TOKEN, functionName: 'transfer', args: [target as Hex, BigInt(amount)] }),
        };
  const finalHeight = async ({ finality, confirmations }: ChainRow): Promise<number> =>
    finality === 'finalized'
      ? Number((await client.getBlock({ blockTag: 'finalized' })).number)
      : Number(await client.getBlockNumber()) - confirmations + 1;

  /** What is left of the wallet for this order, after those before it and what no block holds yet. */
  async function holdings(chain: ChainName, wallet: Hex) {
    const { units, fees } = await unmined(database, chain);
    const onItsWay = (contract: string | null) => (units.get(contract) ?? 0n) + (contract === null ? fees : 0n);
    const left = new Map<string, bigint>();
    return async ({ contract }: Order, take = 0n): Promise<bigint> => {
      const key = contract ?? '';
      const held =
        left.get(key) ??
        (contract === null
          ? await client.getBalance({ address: wallet })
          : await client.readContract({
              address: contract as Hex,
              abi: TOKEN,
              functionName: 'balanceOf',
              args: [wallet],
            })) - onItsWay(contract);
      left.set(key, held - take);
      return held - take;
    };
  }

  /** A deposit address with what it holds of what is to be swept; or why it cannot be swept. */
  async function readSource(movement: Movement, source: Source, delegate: string): Promise<Taken | Refused> {
    const address = source.address as Hex;
    const { contract, target } = movement;
    const held =
      contract === null
        ? await client.getBalance({ address })
        : await client.readContract({
            address: contract as Hex,
            abi: TOKEN,
            functionName: 'balanceOf',
            args: [address],
          });
    const amount = String(held < BigInt(source.amount) ? held : BigInt(source.amount));
    if (amount === '0') return { address, detail: 'it holds nothing' };
    const [code, nonce] = await Promise.all([
      client.getCode({ address }),
      client.getTransactionCount({ address, blockTag: 'latest' }),
    ]);
    try {
      // As if the address sent it by itself: more than the same transfer takes within a sweep.
      const gas = await client.estimateGas({ account: address, ...callOf({ contract, target, amount } as Order) });
      return {
        source: { ...source, amount },
        gas: (gas * ROOM) / 100n,
        authorization: isDelegated(code, delegate) ? null : { address, nonce },
      };
    } catch (error) {
      // A token that blocks the address: the others are swept without it.
      const detail = refusalOf(error);
      if (detail === null) throw error;
      return { address, detail };
    }
  }

  /** Fees and nonce of a movement. */
  async function termsOf(chain: ChainRow, wallet: string, mostFee: bigint) {
    const address = wallet as Hex;
    const [mined, fees, coins] = await Promise.all([
      client.getTransactionCount({ address, blockTag: 'latest' }),
      client.estimateFeesPerGas(),
      client.getBalance({ address }),
    ]);
    const maxFee = fees.maxFeePerGas;
    const isAllowed = (gas: bigint) => gas * maxFee <= mostFee;
    return {
      isAllowed,
      waits(gas: bigint): Pick<Waits, 'waits' | 'detail'> | null {
        const fee = gas * maxFee;
        if (maxFee > BigInt(chain.fee_ceiling)) return { waits: 'fee_ceiling', detail: String(maxFee) };
        if (!isAllowed(gas)) return { waits: 'fee_too_high', detail: String(fee) };
        return fee > coins ? { waits: 'wallet_empty', detail: String(fee) } : null;
      },
      spend:
        (gas: bigint, authorizations: readonly { readonly address: string; readonly nonce: number }[]) =>
        async (tx: Transaction): Promise<Spend> => ({
          kind: 'evm',
          nonce: await takeNonce(tx, chain.name, wallet, mined),
          gas: String(gas),
          maxFee: String(maxFee),
          priorityFee: String(fees.maxPriorityFeePerGas),
          ...(authorizations.length > 0 && { authorizations: [...authorizations] }),
        }),
    };
  }

  /** Ends the delegation of those of these addresses that still delegate. */
  async function quoteRelease(
    movement: Movement,
    delegate: string,
    terms: Awaited<ReturnType<typeof termsOf>>,
  ): Promise<MovementQuote> {
    const found = await Promise.all(
      movement.sources.map(async ({ address }) => {
        const at = { address: address as Hex };
        const [code, nonce] = await Promise.all([
          client.getCode(at),
          client.getTransactionCount({ ...at, blockTag: 'latest' }),
        ]);
        return isDelegated(code, delegate) ? { address, nonce } : null;
      }),
    );
    const authorizations = found.flatMap((each) => each ?? []);
    const gas = TRANSFER_GAS + AUTHORIZATION_GAS * BigInt(authorizations.length);
    return terms.waits(gas) ?? { movement, spend: terms.spend(gas, authorizations) };
  }

  const find: PayoutNode['find'] = async (chain, versions, orders) => {
    for (const { txid } of versions) {
      const receipt = await receiptOf(client, txid);
      if (!receipt) continue;
      const block = Number(receipt.blockNumber);
      const [head, final] = [Number(await client.getBlockNumber()), await finalHeight(chain)];
      const transfers = parseEventLogs({ abi: TOKEN, eventName: 'Transfer', logs: receipt.logs });
      const paid = orders.every(
        ({ contract, target, amount }) =>
          contract === null ||
          transfers.some(
            ({ address, args }) =>
              address.toLowerCase() === contract.toLowerCase() &&
              args.to.toLowerCase() === target.toLowerCase() &&
              args.value === BigInt(amount),
          ),
      );
      const mined: Found['outcome'] = paid ? 'paid' : 'unclear';
      const outcome = receipt.status === 'success' ? mined : 'failed';
      return { txid, block, confirmations: Math.max(0, head - block + 1), final: block <= final, outcome };
    }
    return null;
  };

  return {
    identity: async () => String(await client.getChainId()),
    find,
    async quote(chain, wallet, orders) {
      const address = wallet as Hex;
      const [mined, fees] = await Promise.all([
        client.getTransactionCount({ address, blockTag: 'latest' }),
        client.estimateFeesPerGas(),
      ]);
      const left = await holdings(chain.name, address);
      const quotes: Quote[] = [];
      const waits: Waits[] = [];
      const ceiling = BigInt(chain.fee_ceiling);
      for (const order of orders.slice(0, AT_ONCE)) {
        if (fees.maxFeePerGas > ceiling) {
          waits.push({ order, waits: 'fee_ceiling', detail: String(fees.maxFeePerGas) });
          continue;
        }
        if ((await left(order)) < BigInt(order.amount)) {
          waits.push({ order, waits: 'wallet_empty', detail: order.currency });
          continue;
        }
        const mostGas = MOST_GAS[order.contract === null ? 'coin' : 'token'];
        try {
          // With a bound for the node, too: it runs the recipient's code many times to estimate.
          const estimate = await client.estimateGas({ account: address, ...callOf(order), gas: mostGas });
          const gas = (estimate * ROOM) / 100n + (order.contract === null ? 0n : EMPTIED_GAS);
          if (gas > mostGas) {
            waits.push({ order, waits: 'gas_too_high', detail: String(gas) });
            continue;
          }
          await left(order, BigInt(order.amount));
          quotes.push({
            orders: [order],
            spend: async (tx) => ({
              kind: 'evm',
              nonce: await takeNonce(tx, chain.name, wallet, mined),
              gas: String(gas),
              maxFee: String(fees.maxFeePerGas),
              priorityFee: String(fees.maxPriorityFeePerGas),
            }),
          });
        } catch (error) {
          // The node says that it would be rejected; where the node does not respond, the next call fails as well.
          if (!(error instanceof BaseError)) throw error;
          const waiting = OUT_OF_GAS.test(`${error.message} ${error.details}`) ? 'gas_too_high' : 'node_refuses';
          waits.push({ order, waits: waiting, detail: error.shortMessage });
        }
      }
      return { quotes, waits };
    },
    async sweep(chain, wallet, movement, { delegate, mostFee }) {
      if (delegate === null) return { waits: 'node_refuses', detail: 'no delegate' };
      const terms = await termsOf(chain, wallet, mostFee);
      if (movement.kind === 'release') return quoteRelease(movement, delegate, terms);
      const isPrepared = (await client.getCode({ address: delegate as Hex })) !== undefined;
      const taken: Taken[] = [];
      const refused: Refused[] = [];
      let gas = isPrepared ? SWEEP_GAS : PREPARE_GAS;
      const unaffordable = terms.waits(gas);
      if (unaffordable) return unaffordable;
      // Without the delegate's code nothing can be swept: it is put on the chain first.
      for (const source of isPrepared ? movement.sources : []) {
        const read = await readSource(movement, source, delegate);
        if ('detail' in read) {
          refused.push(read);
          continue;
        }
        const more = read.gas + (read.authorization ? AUTHORIZATION_GAS : 0n);
        if (!terms.isAllowed(gas + more)) break;
        gas += more;
        taken.push(read);
      }
      const waits = terms.waits(gas);
      if (waits) return { ...waits, refused };
      if (isPrepared && taken.length === 0) return { waits: 'node_refuses', detail: 'no source', refused };
      const sources = taken.map(({ source }) => source);
      const authorizations = taken.flatMap(({ authorization }) => authorization ?? []);
      const amount = String(sources.reduce((sum, source) => sum + BigInt(source.amount), 0n));
      return {
        movement: isPrepared
          ? { ...movement, amount, sources }
          : { ...movement, kind: 'prepare', target: delegate, amount, sources },
        spend: terms.spend(gas, authorizations),
        refused,
      };
    },
    async raise({ fee_ceiling, fee_bump }, { spend }) {
      if (spend.kind !== 'evm') return null;
      const now = await client.estimateFeesPerGas();
      const raised = (text: string) => (BigInt(text) * BigInt(100 + fee_bump)) / 100n + 1n;
      const larger = (a: bigint, b: bigint) => (a > b ? a : b);
      const maxFee = larger(raised(spend.maxFee), now.maxFeePerGas);
      const priority = larger(raised(spend.priorityFee), now.maxPriorityFeePerGas);
      if (maxFee > BigInt(fee_ceiling) || priority > maxFee) return null;
      return { ...spend, maxFee: String(maxFee), priorityFee: String(priority) };
    },
    hasExpired: async () => false,
    async send(raw) {
      try {
        await client.sendRawTransaction({ serializedTransaction: `0x${raw}` });
      } catch (error) {
        if (!(error instanceof BaseError) || !KNOWN.test(`${error.message} ${error.details}`)) throw error;
      }
    },
    async isDead(chain, { wallet, nonce }, versions) {
      if (nonce === null) return false;
      const height = await finalHeight(chain);
      if (height < 0) return false;
      const used = await client.getTransactionCount({ address: wallet as Hex, blockNumber: BigInt(height) });
      // Counted before it is looked for: between the two a version may become final.
      return used > nonce && (await find(chain, versions, [])) === null;
    },
  };
}
