import { tronHex } from '../../../platform/chains/tron-address.ts';
import type { TronApi } from '../../../platform/chains/tron-api.ts';
import type { Found, PayoutNode, Quote, Waits } from './adapter.ts';
import { type Order, takeNonce } from './store.ts';

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
export function tronNode(call: TronApi): PayoutNode {
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

  /** What is left of the wallet, in sun and in tokens, after the orders before. */
  async function holdings(wallet: string, price: bigint) {
    const [account, resource] = await Promise.all([
      call<{ balance?: number }>('wallet/getaccount', { address: wallet, visible: true }),
      call<{ EnergyLimit?: number; EnergyUsed?: number }>('wallet/getaccountresource', {
        address: wallet,
        visible: true,
      }),
    ]);
    const staked = BigInt(Math.max(0, (resource.EnergyLimit ?? 0) - (resource.EnergyUsed ?? 0))) * price;
    const tokens = new Map<string, bigint>();
    let [sun, energy] = [BigInt(account.balance ?? 0), staked];
    return {
      async token(contract: string): Promise<bigint> {
        const known = tokens.get(contract);
        if (known !== undefined) return known;
        const [hex = ''] =
          (await constant(wallet, contract, 'balanceOf(address)', addressWord(wallet))).constant_result ?? [];
        if (!/^[0-9a-f]{64}$/i.test(hex)) throw new Error('the node named no balance');
        tokens.set(contract, BigInt(`0x${hex}`));
        return BigInt(`0x${hex}`);
      },
      pays: (amount: bigint, fee: bigint): boolean => sun + energy >= amount + fee && sun >= amount,
      take({ contract, amount }: Order, fee: bigint): void {
        const staking = energy < fee ? energy : fee;
        energy -= staking;
        sun -= fee - staking;
        if (contract === null) sun -= BigInt(amount);
        else tokens.set(contract, (tokens.get(contract) ?? 0n) - BigInt(amount));
      },
    };
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
    sweep: null,
    async quote(chain, wallet, orders) {
      const [head, anchor, price] = await Promise.all([
        call<Block>('wallet/getnowblock'),
        // A block that stands for good: one that another replaces would make the payment invalid.
        call<Block>('walletsolidity/getnowblock'),
        energyPrice(),
      ]);
      const left = await holdings(wallet, price);
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
          const parameter = addressWord(target) + word(amount);
          const tried = await constant(wallet, contract, 'transfer(address,uint256)', parameter);
          if (!tried.result?.result || tried.result.message !== undefined || tried.energy_used === undefined) {
            waits.push({ order, waits: 'node_refuses', detail: readable(tried.result?.message) });
            continue;
          }
          fee = (BigInt(tried.energy_used) * price * ROOM) / 100n;
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
        quotes.push({
          orders: [order],
          async spend(tx) {
            // Grows with every payment: two to one address of one amount are two transactions.
            const timestamp = await takeNonce(tx, chain.name, wallet, timeOf(head));
            return {
              kind: 'tron',
              refBlockBytes: (numberOf(anchor) % 0x1_00_00).toString(16).padStart(4, '0'),
              refBlockHash: anchor.blockID.slice(16, 32),
              timestamp,
              expiration: timeOf(head) + LASTS,
              feeLimit: String(fee),
            };
          },
        });
      }
      return { quotes, waits };
    },
    // Two versions could both be mined: the former one has to expire.
    raise: async () => null,
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
