import { tronHex } from '../../../platform/chains/tron-address.ts';
import type { TronApi } from '../../../platform/chains/tron-api.ts';
import type { Sql, Transaction } from '../../../platform/db/database.ts';
import type { Found, MovementQuote, PayoutNode, Quote, Refused, Waits } from './adapter.ts';
import { type ChainName, type Order, takeNonce, unmined } from './store.ts';

/** ms from the newest block within which a payment is to be mined; then it is signed anew, with two approvals. */
export const LASTS = 10 * 60_000;
/** ms by which the last block that stands for good is later than the expiration of a payment that none of them holds. */
const BEYOND_DOUBT = 60_000;
/** Payments that are signed in a turn. */
const AT_ONCE = 10;
/** Room above the energy that a call takes now, percent. */
const ROOM = 125n;
/** Most that a transfer of TRX burns, in sun: bandwidth, and the account of the recipient where it is new. */
const TRANSFER_COSTS = 2_000_000n;
/** Most that the bytes of a contract call burn, in sun; no limit of a call counts them. */
const BANDWIDTH = 500_000n;
const COIN = 'TRX';
/** Sun. */
const COIN_DECIMALS = 6;
/** The event `Transfer(address,address,uint256)`. */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

type Block = {
  readonly blockID: string;
  readonly block_header: { readonly raw_data: { readonly number?: number; readonly timestamp?: number } };
};
type Info = {
  readonly id?: string;
  readonly blockNumber?: number;
  /** `FAILED`, or absent. */
  readonly result?: string;
  /** Of a contract call `SUCCESS`, or what went wrong. */
  readonly receipt?: { readonly result?: string };
  readonly log?: readonly { readonly address: string; readonly topics?: readonly string[]; readonly data?: string }[];
};
type Constant = {
  readonly result?: { readonly result?: boolean; readonly message?: string };
  readonly energy_used?: number;
  readonly constant_result?: readonly string[];
};

const numberOf = ({ block_header }: Block): number => block_header.raw_data.number ?? 0;
const timeOf = ({ block_header }: Block): number => block_header.raw_data.timestamp ?? 0;
const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const addressWord = (address: string): string => tronHex(address).slice(2).padStart(64, '0');
/** Messages of the node are hexadecimal. */
const readable = (hex = ''): string => (/^([0-9a-f]{2})+$/i.test(hex) ? Buffer.from(hex, 'hex').toString('utf8') : hex);

/** Whether the logs of a call hold the transfer of an order. */
const transfers = ({ log = [] }: Info, { contract, target, amount }: Order): boolean =>
  contract !== null &&
  log.some(
    ({ address, topics = [], data = '' }) =>
      address.toLowerCase().slice(-40) === tronHex(contract).slice(2) &&
      topics[0] === TRANSFER &&
      topics[2] === addressWord(target) &&
      data === word(BigInt(amount)),
  );

/**
 * Payments on TRON over java-tron's HTTP API. The node has to keep the history of transactions
 * (`storage.transHistory.switch`): what it does not know of a payment that has expired counts as never mined.
 */
export function tronNode(call: TronApi, database: Sql): PayoutNode {
  /** What a node knows of a transaction in a block; null where it knows none. */
  async function infoOf(side: 'wallet' | 'walletsolidity', txid: string): Promise<Info | null> {
    const info = await call<Info>(`${side}/gettransactioninfobyid`, { value: txid });
    return info.id === txid && info.blockNumber !== undefined ? info : null;
  }
  const constant = (owner: string, contract: string, selector: string, parameter: string): Promise<Constant> =>
    call('wallet/triggerconstantcontract', {
      owner_address: owner,
      contract_address: contract,
      function_selector: selector,
      parameter,
      visible: true,
    });
  /** sun for a unit of energy. */
  async function energyPrice(): Promise<bigint> {
    const { chainParameter } = await call<{ chainParameter: { key: string; value?: number }[] }>(
      'wallet/getchainparameters',
    );
    const price = chainParameter.find(({ key }) => key === 'getEnergyFee')?.value;
    if (!price) throw new Error('the node named no price of energy');
    return BigInt(price);
  }

  /** What is left at an address, in sun and in tokens, after what is `taken` of it and the orders before. */
  async function holdings(
    wallet: string,
    price: bigint,
    taken: Awaited<ReturnType<typeof unmined>> = { units: new Map(), fees: 0n },
  ) {
    const [account, resource] = await Promise.all([
      call<{ balance?: number }>('wallet/getaccount', { address: wallet, visible: true }),
      call<{ EnergyLimit?: number; EnergyUsed?: number }>('wallet/getaccountresource', {
        address: wallet,
        visible: true,
      }),
    ]);
    const staked = BigInt(Math.max(0, (resource.EnergyLimit ?? 0) - (resource.EnergyUsed ?? 0))) * price;
    const tokens = new Map<string, bigint>();
    let [sun, energy] = [BigInt(account.balance ?? 0) - (taken.units.get(null) ?? 0n) - taken.fees, staked];
    return {
      async token(contract: string): Promise<bigint> {
        const known = tokens.get(contract);
        if (known !== undefined) return known;
        const [hex = ''] =
          (await constant(wallet, contract, 'balanceOf(address)', addressWord(wallet))).constant_result ?? [];
        if (!/^[0-9a-f]{64}$/i.test(hex)) throw new Error('the node named no balance');
        const units = BigInt(`0x${hex}`) - (taken.units.get(contract) ?? 0n);
        tokens.set(contract, units);
        return units;
      },
      pays: (amount: bigint, fee: bigint): boolean =>
        sun + energy >= amount + fee + BANDWIDTH && sun >= amount + BANDWIDTH,
      /** What a call lacks, in sun. */
      missing(fee: bigint): bigint {
        const needed = (fee > energy ? fee - energy : 0n) + BANDWIDTH;
        return needed > sun ? needed - sun : 0n;
      },
      take({ contract, amount }: Order, fee: bigint): void {
        const staking = energy < fee ? energy : fee;
        energy -= staking;
        sun -= fee - staking + BANDWIDTH;
        if (contract === null) sun -= BigInt(amount);
        else tokens.set(contract, (tokens.get(contract) ?? 0n) - BigInt(amount));
      },
    };
  }

  /** What a transaction takes that is signed now: its terms, by the newest block and the newest that stands for good. */
  async function terms(chain: ChainName, wallet: string) {
    const [head, anchor, price] = await Promise.all([
      call<Block>('wallet/getnowblock'),
      // One that another replaces would make the transaction invalid.
      call<Block>('walletsolidity/getnowblock'),
      energyPrice(),
    ]);
    return {
      price,
      spend: (fee: bigint) => async (tx: Transaction) => ({
        kind: 'tron' as const,
        refBlockBytes: (numberOf(anchor) % 0x1_00_00).toString(16).padStart(4, '0'),
        refBlockHash: anchor.blockID.slice(16, 32),
        // Grows with every transaction: two to one address of one amount are two.
        timestamp: await takeNonce(tx, chain, wallet, timeOf(head)),
        expiration: timeOf(head) + LASTS,
        feeLimit: String(fee),
      }),
    };
  }

  /** What a transfer of tokens burns at most, in sun; or why it would be rejected. */
  async function transferFee(from: string, contract: string, to: string, amount: bigint, price: bigint) {
    const parameter = addressWord(to) + word(amount);
    const tried = await constant(from, contract, 'transfer(address,uint256)', parameter);
    if (!tried.result?.result || tried.result.message !== undefined || tried.energy_used === undefined) {
      return { waits: 'node_refuses', detail: readable(tried.result?.message) };
    }
    return (BigInt(tried.energy_used) * price * ROOM) / 100n;
  }

  const find: PayoutNode['find'] = async (_chain, versions, orders) => {
    for (const { txid } of versions) {
      const info = await infoOf('wallet', txid);
      if (!info) continue;
      const [head, solid] = await Promise.all([call<Block>('wallet/getnowblock'), infoOf('walletsolidity', txid)]);
      // What stands for good is believed, and not what the newest blocks say of it.
      const read = solid ?? info;
      const block = read.blockNumber ?? 0;
      const failed = read.result === 'FAILED' || (read.receipt?.result ?? 'SUCCESS') !== 'SUCCESS';
      const paid = orders.every((order) => order.contract === null || transfers(read, order));
      const mined: Found['outcome'] = paid ? 'paid' : 'unclear';
      return {
        txid,
        block,
        confirmations: Math.max(0, numberOf(head) - block + 1),
        final: solid !== null,
        outcome: failed ? 'failed' : mined,
      };
    }
    return null;
  };

  return {
    // The chain id of its Ethereum JSON-RPC: the last four bytes of the first block's hash.
    identity: async () => {
      const { blockID } = await call<Block>('wallet/getblockbynum', { num: 0 });
      return String(Number.parseInt(blockID.slice(-8), 16));
    },
    find,
    /** One address: the first that the node lets pay. What it lacks for that is sent to it before. */
    async sweep(chain, wallet, movement, { mostFee }) {
      const { price, spend } = await terms(chain.name, wallet);
      const { contract } = movement;
      const ceiling = BigInt(chain.fee_ceiling) < mostFee ? BigInt(chain.fee_ceiling) : mostFee;
      let waits: MovementQuote = { waits: 'node_refuses', detail: 'no source' };
      const refused: Refused[] = [];
      for (const source of contract === null ? [] : movement.sources) {
        const held = await holdings(source.address, price);
        const amount = BigInt(source.amount);
        if (contract === null) continue;
        if ((await held.token(contract)) < amount) {
          refused.push({ address: source.address, detail: 'it holds less than was credited' });
          continue;
        }
        const fee = await transferFee(source.address, contract, wallet, amount, price);
        if (typeof fee !== 'bigint') {
          waits = fee;
          refused.push({ address: source.address, detail: fee.detail });
          continue;
        }
        if (fee > ceiling) return { waits: 'fee_ceiling', detail: String(fee), refused };
        const missing = held.missing(fee);
        if (missing === 0n) {
          return { movement: { ...movement, amount: source.amount, sources: [source] }, spend: spend(fee), refused };
        }
        const hot = await holdings(wallet, price, await unmined(database, chain.name));
        if (!hot.pays(missing, TRANSFER_COSTS)) return { waits: 'wallet_empty', detail: COIN, refused };
        const part = {
          amount: String(missing),
          currency: COIN,
          contract: null,
          decimals: COIN_DECIMALS,
          target: source.address,
        };
        return {
          movement: { ...movement, ...part, kind: 'top_up', sources: [{ ...source, amount: part.amount }] },
          spend: spend(0n),
          refused,
        };
      }
      return { ...waits, refused };
    },
    async quote(chain, wallet, orders) {
      const { price, spend } = await terms(chain.name, wallet);
      // The node counts what blocks hold: what was signed before them is on its way.
      const left = await holdings(wallet, price, await unmined(database, chain.name));
      const quotes: Quote[] = [];
      const waits: Waits[] = [];
      for (const order of orders.slice(0, AT_ONCE)) {
        const { contract, target } = order;
        const amount = BigInt(order.amount);
        let fee = TRANSFER_COSTS;
        if (contract !== null) {
          if ((await left.token(contract)) < amount) {
            waits.push({ order, waits: 'wallet_empty', detail: order.currency });
            continue;
          }
          const tried = await transferFee(wallet, contract, target, amount, price);
          if (typeof tried !== 'bigint') {
            waits.push({ order, ...tried });
            continue;
          }
          fee = tried;
        }
        if (fee > BigInt(chain.fee_ceiling)) {
          waits.push({ order, waits: 'fee_ceiling', detail: String(fee) });
          continue;
        }
        // A call that runs out of energy fails and burns what there was.
        if (!left.pays(contract === null ? amount : 0n, fee)) {
          waits.push({ order, waits: 'wallet_empty', detail: 'TRX' });
          continue;
        }
        left.take(order, fee);
        quotes.push({ orders: [order], spend: spend(fee) });
      }
      return { quotes, waits };
    },
    // Two versions could both be mined: the former one has to expire.
    raise: async () => null,
    // By the newest block, as the node itself judges it.
    hasExpired: async ({ spend }) =>
      spend.kind === 'tron' && timeOf(await call<Block>('wallet/getnowblock')) >= spend.expiration,
    async send(raw) {
      const { result, code, message } = await call<{ result?: boolean; code?: string; message?: string }>(
        'wallet/broadcasttransaction',
        JSON.parse(raw),
      );
      if (!result && code !== 'DUP_TRANSACTION_ERROR') throw new Error(`${code}: ${readable(message)}`);
    },
    async isDead(_chain, _transaction, versions) {
      const [{ spend, txid } = { spend: null, txid: '' }, more] = versions;
      if (spend?.kind !== 'tron' || more) return false;
      // The block before the transaction: between the two calls a block may take it.
      const solid = await call<Block>('walletsolidity/getnowblock');
      if (timeOf(solid) < spend.expiration + BEYOND_DOUBT) return false;
      return (await infoOf('walletsolidity', txid)) === null && (await infoOf('wallet', txid)) === null;
    },
  };
}
