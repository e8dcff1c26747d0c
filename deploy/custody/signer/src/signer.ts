import {
  type Move,
  type Payment,
  type PaymentTerms,
  type Signed,
  SignerRefusal,
  type SignerStatus,
  type SignRequest,
  type Spend,
} from '@tessera/signer-api';
import { approvedBy } from './approvals.ts';
import type { ChainSigner, CheckedMove, CheckedPayment, CheckedSource, WithSources } from './chains/chain.ts';
import { type Clocks, trustedClock } from './clock.ts';
import { type AssetConfig, type ChainConfig, type SignerConfig, toUnits } from './config.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { DepositKeys } from './keys.ts';
import { DAY, HOUR, partsOf, State, slotsOf } from './state.ts';

/** Addresses that are announced within a day: a stolen backend fills the disk slowly. */
const ANNOUNCED_A_DAY = 50_000;
/** Parts of what is signed within a day, for the same reason: caps count no amounts and fees that are nearly nothing. */
const SIGNED_A_DAY = 100_000;
/** ms after the expiration of a transaction before another one of the same payment is signed. */
const EXPIRED_FOR = HOUR;
const MEMBERS = 2;

export type Signer = {
  status(): Promise<SignerStatus>;
  announce(chain: string, addresses: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Rejects with `SignerRefusal`. */
  sign(request: SignRequest): Promise<Signed>;
  known(ids: readonly string[]): Promise<readonly Signed[]>;
};

type Parts = {
  readonly config: SignerConfig;
  readonly chains: ReadonlyMap<string, ChainSigner>;
  /** By the name of a chain. */
  readonly deposits: ReadonlyMap<string, DepositKeys>;
  readonly journal: Journal;
  readonly clocks: Clocks;
};

type Judged = {
  readonly payment: Payment;
  readonly asset: AssetConfig;
  readonly checked: CheckedPayment;
  readonly approvals: readonly string[];
};
type Order = {
  readonly name: string;
  readonly config: ChainConfig;
  readonly chain: ChainSigner;
  readonly judged: readonly Judged[];
  readonly spend: Spend;
  readonly move: Move | undefined;
  readonly checkedMove: CheckedMove | undefined;
};

const refuse = (code: ConstructorParameters<typeof SignerRefusal>[0], detail: string | bigint | number = ''): never => {
  throw new SignerRefusal(code, String(detail));
};

/** Not what every object inherits: names come from the caller. */
const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const sortedInputs = (spend: Spend) =>
  spend.kind === 'utxo' ? spend.inputs.map(({ txid, vout, value }) => `${txid}:${vout}:${value}`).toSorted() : [];

const takesSources = (move: Move | undefined): move is WithSources => move !== undefined && 'sources' in move;

/** Whether two transactions use up the same of the chain, so that one of them at most is mined. */
const sameSlot = (a: Spend, b: Spend): boolean =>
  (a.kind === 'evm' && b.kind === 'evm' && a.nonce === b.nonce) ||
  (a.kind === 'utxo' && b.kind === 'utxo' && same(sortedInputs(a), sortedInputs(b)));

/** A contract in the one form of an address of its chain. */
const shownContract = (chain: ChainSigner | undefined, contract: string | null): string | null =>
  contract === null ? null : (chain?.readAddress(contract) ?? contract);

/**
 * Decides what is signed, by its own configuration and its own memory. It trusts nothing that the caller says but the
 * state of the chain: a wrong nonce, fee or input makes a transaction that no block takes, never a second payment.
 */
export function createSigner({ config, chains, deposits, journal, clocks }: Parts): Signer {
  const state = new State(journal.entries);
  const clock = trustedClock(clocks);
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other: a cap that two requests read at once would let both through. */
  function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  }

  function write(entry: JournalEntry): void {
    try {
      journal.append(entry);
    } catch (error) {
      throw Object.assign(new SignerRefusal('state_unwritable'), { cause: error });
    }
    state.apply(entry);
  }

  function see(chain: string, address: string, now: number): number {
    const known = state.seenAt(chain, address);
    if (known !== undefined) return known;
    if (state.seenSince(now - DAY) >= ANNOUNCED_A_DAY) refuse('address_waits', 'too many new addresses today');
    write({ type: 'seen', at: now, chain, address });
    return now;
  }

  const termsOf = (chain: string, { id, asset, to, amount, attempt }: Payment): PaymentTerms => ({
    id,
    chain,
    asset,
    to,
    amount,
    attempt,
  });

  /** Where a movement may go: only the signer's own configuration decides. */
  function requireDestination(order: Omit<Order, 'checkedMove'>, move: Move): void {
    const { chain, config: limits, judged } = order;
    const [first = refuse('bad_request', 'a movement without a payment'), more] = judged;
    if (more) refuse('bad_request', 'a movement is one payment');
    const cold = limits.cold === undefined ? null : chain.readAddress(limits.cold);
    const destination = {
      sweep: chain.sweeps ? chain.address : null,
      cold,
      prepare: chain.delegate,
      release: chain.delegate && chain.address,
      // Whether the signer has its key is judged with the sources.
      top_up:
        chain.kind === 'tron' && move.kind === 'top_up' ? chain.readAddress(move.sources[0]?.address ?? '') : null,
    }[move.kind];
    if (destination === null || first.checked.to !== destination) refuse('destination_refused', first.checked.to);
    if (first.payment.attempt > 0) refuse('bad_request', 'a movement is not tried again');
    if (move.kind === 'top_up' && first.asset.contract !== null) refuse('bad_request', 'a top-up is of coins');
    const isEmpty = move.kind === 'prepare' || move.kind === 'release';
    if ((first.checked.amount === 0n) !== isEmpty) refuse('amount_zero');
  }

  /** The sources of a movement: deposit addresses of this signer's keys. */
  function sourcesOf(order: Omit<Order, 'checkedMove'>, { sources }: WithSources) {
    const { name, chain, judged, spend } = order;
    const keys = deposits.get(name) ?? refuse('chain_unknown', name);
    const checked = sources.map(({ index, address, amount }): CheckedSource => {
      const key = keys.keyOf(index);
      const read = chain.readAddress(chain.addressOf(key));
      if (read === null || chain.readAddress(address) !== read) refuse('source_unknown', address);
      return { address: chain.addressOf(key), amount: BigInt(amount), key };
    });
    const sum = checked.reduce((total, { amount }) => total + amount, 0n);
    if (spend.kind === 'utxo') {
      const values = spend.inputs.map(({ value }) => BigInt(value));
      const same = values.length === checked.length && values.every((value, n) => value === checked[n]?.amount);
      if (!same || spend.change !== '0') refuse('bad_request', 'the inputs are not those of the sources');
    } else if (sum !== judged[0]?.checked.amount) refuse('bad_request', 'the sources hold another amount');
    if (spend.kind === 'tron' && checked.length > 1) refuse('bad_request', 'one source in a transaction');
    if (spend.kind === 'evm') {
      const known = new Set(checked.map(({ address }) => address));
      if (known.size < checked.length) refuse('bad_request', 'a source stands twice');
      for (const { address } of spend.authorizations ?? []) {
        if (!known.delete(address)) refuse('source_unknown', address);
      }
    }
    return checked;
  }

  /** Reads the request by the configuration. */
  function read({ chain: name, payments, spend, move }: SignRequest): Order {
    const [chainConfig, chain] = [own(config.chains, name), chains.get(name)];
    if (!chainConfig || !chain) return refuse('chain_unknown', name);
    if (spend.kind !== chain.kind) refuse('bad_request', `${name} is a chain of the kind ${chain.kind}`);
    if (payments.length > 1 && spend.kind !== 'utxo') refuse('bad_request', 'one payment in a transaction');
    if (new Set(payments.map(({ id }) => id)).size < payments.length) refuse('bad_request', 'a payment stands twice');
    if (new Set(slotsOf(name, spend)).size < slotsOf(name, spend).length)
      refuse('bad_request', 'an input stands twice');
    const judged = payments.map(({ approvals, contract, decimals, ...payment }): Judged => {
      const asset = own(chainConfig.assets, payment.asset) ?? refuse('asset_unknown', payment.asset);
      // An amount that was counted for another token is another amount.
      const same = shownContract(chain, contract) === shownContract(chain, asset.contract);
      if (!same || decimals !== asset.decimals) refuse('asset_differs', payment.asset);
      const to = chain.readAddress(payment.to) ?? refuse('address_invalid', payment.to);
      const amount = BigInt(payment.amount);
      if (amount === 0n && !move) refuse('amount_zero');
      if (payment.attempt > 0 && spend.kind !== 'tron') refuse('bad_request', 'such a transaction does not expire');
      return { payment: { ...payment, to }, asset, approvals, checked: { to, amount, contract: asset.contract } };
    });
    const order = { name, config: chainConfig, chain, judged, spend, move };
    if (move) requireDestination(order, move);
    else if (spend.kind === 'evm' && spend.authorizations) refuse('bad_request', 'a payment authorizes no code');
    if (takesSources(move)) return { ...order, checkedMove: { kind: move.kind, sources: sourcesOf(order, move) } };
    return { ...order, checkedMove: move && { kind: move.kind } };
  }

  function judgeFee({ name, config: { fees, decimals } }: Order, fee: bigint, former: bigint, now: number): void {
    if (fee < 0n) refuse('bad_request', 'more leaves than comes in');
    if (fee > toUnits(fees.transaction, decimals)) refuse('fee_too_high', fee);
    const used = state.feesWithinDay(name, now);
    if (used + fee - former > toUnits(fees.day, decimals)) refuse('fees_over_daily_cap', used);
  }

  async function make(order: Order, fee: bigint, approved: readonly string[], now: number): Promise<Signed> {
    const { name, chain, judged, spend, move, checkedMove } = order;
    const parts = partsOf({ payments: judged.map(({ payment }) => payment), spend, ...(move && { move }) });
    if (state.writtenWithinDay(now) + parts > SIGNED_A_DAY) refuse('over_daily_cap', 'too much is signed today');
    const made = await chain.sign(
      judged.map(({ checked }) => checked),
      spend,
      checkedMove,
    );
    const payments = judged.map(({ payment }) => payment);
    const signed: Signed = { chain: name, ...(move && { move }), payments, spend, ...made, fee: String(fee), at: now };
    write({ type: 'signed', at: now, signed, approved });
    return signed;
  }

  /** A payment that was signed before: the same bytes again, or what takes their place. */
  async function again(order: Order, former: Signed, now: number): Promise<Signed> {
    const { judged, spend, chain, move } = order;
    const payments = judged.map(({ payment }) => payment);
    const asked = former.chain === order.name && same(payments, former.payments) && same(move, former.move);
    if (!asked) refuse('already_signed', former.txid);
    if (same(spend, former.spend)) return former;
    if (!sameSlot(former.spend, spend)) refuse('already_signed', former.txid);
    const checked = judged.map((each) => each.checked);
    const fees = { former: BigInt(former.fee), next: chain.feeOf(checked, spend) };
    // Either one may be mined. A cheaper one in its place would give back what the caps counted of the former's fee.
    if (fees.next < fees.former || !chain.replaces(former.spend, spend, fees)) {
      refuse('replacement_too_low', fees.former);
    }
    judgeFee(order, fees.next, fees.former, now);
    return make(order, fees.next, [], now);
  }

  /** Ids of the payments that two members approved. Rejects where one needs them and lacks them. */
  async function judgeApprovals({ name, judged }: Order, now: number): Promise<string[]> {
    const approved: string[] = [];
    const alone = new Map<string, bigint>();
    for (const { payment, asset, approvals, checked } of judged) {
      const members = await approvedBy(config, termsOf(name, payment), approvals);
      if (members.size >= MEMBERS) {
        approved.push(payment.id);
        continue;
      }
      const key = `${payment.asset} ${payment.to}`;
      const others = alone.get(key) ?? state.unapprovedTo(name, payment.asset, payment.to, now);
      // A large amount in small parts is a large amount.
      alone.set(key, others + checked.amount);
      if (payment.attempt > 0 || others + checked.amount > toUnits(asset.approvalsAbove, asset.decimals)) {
        refuse('approvals_missing', payment.id);
      }
    }
    return approved;
  }

  function judgeCaps({ name, judged }: Order, now: number): void {
    const sums = new Map<string, bigint>();
    for (const { payment, asset, checked } of judged) {
      const cap = (text: string) => toUnits(text, asset.decimals);
      if (checked.amount > cap(asset.caps.transaction)) refuse('over_transaction_cap', payment.id);
      const sum = (sums.get(payment.asset) ?? 0n) + checked.amount;
      sums.set(payment.asset, sum);
      if (state.spentWithin(name, payment.asset, HOUR, now) + sum > cap(asset.caps.hour)) {
        refuse('over_hourly_cap', payment.asset);
      }
      if (state.spentWithin(name, payment.asset, DAY, now) + sum > cap(asset.caps.day)) {
        refuse('over_daily_cap', payment.asset);
      }
    }
  }

  /** What a deposit address gets, 0 of all that is no top-up. Rejects above what one may get within a day. */
  function judgeTopUp({ name, config: limits, judged: [first], move }: Order, now: number): bigint {
    if (move?.kind !== 'top_up' || !first || limits.kind !== 'tron') return 0n;
    const { to, amount } = first.checked;
    const most = toUnits(limits.topUp ?? '0', limits.decimals);
    if (state.toppedUpWithinDay(name, to, now) + amount > most) refuse('over_daily_cap', to);
    return amount;
  }

  async function begin(order: Order, now: number): Promise<Signed> {
    const { name, judged, spend, chain } = order;
    for (const slot of slotsOf(name, spend)) {
      const holder = state.slotHolder(slot);
      if (holder !== undefined) refuse('slot_taken', holder);
    }
    if (spend.kind === 'tron' && spend.expiration > now + DAY) refuse('bad_request', 'the expiration is too late');
    let approved: string[] = [];
    // A movement goes to an address of the signer's own configuration: no one gains by it.
    if (!order.move) {
      for (const { payment, asset } of judged) {
        const usable = see(name, payment.to, now) + asset.whitelistDelay * 1_000;
        if (usable > now) refuse('address_waits', usable);
      }
      judgeCaps(order, now);
      approved = await judgeApprovals(order, now);
    }
    // What tops an address up is burned by its sweep: caps of fees count it.
    const fee =
      judgeTopUp(order, now) +
      chain.feeOf(
        judged.map(({ checked }) => checked),
        spend,
      );
    judgeFee(order, fee, 0n, now);
    return make(order, fee, approved, now);
  }

  /** A transaction that expired unpaid, as two members say: signed anew, and counted by the caps anew. */
  function expired({ judged: [first, more] }: Order, former: Signed, now: number): boolean {
    const [paid] = former.payments;
    if (!first || more || !paid || former.spend.kind !== 'tron') return false;
    if (!same({ ...first.payment, attempt: paid.attempt }, paid) || first.payment.attempt !== paid.attempt + 1)
      return false;
    if (now < former.spend.expiration + EXPIRED_FOR) refuse('not_expired', former.spend.expiration);
    return true;
  }

  return {
    sign: (request) =>
      inTurn(() => {
        const now = clock(state.last);
        const order = read(request);
        const known = order.judged.map(({ payment }) => state.signed(payment.id));
        const former = known.find((signed) => signed !== undefined);
        if (!former || expired(order, former, now)) return begin(order, now);
        return again(order, former, now);
      }),
    announce: (name, addresses) =>
      inTurn(() => {
        const now = clock(state.last);
        const chain = chains.get(name) ?? refuse('chain_unknown', name);
        // What is no address of the chain is left out: the others are not to wait for it.
        const read = addresses.flatMap((text) => chain.readAddress(text) ?? []);
        return new Map(read.map((address) => [address, see(name, address, now)]));
      }),
    // Payments of a batch have the same transactions.
    known: (ids) => inTurn(() => [...new Set(ids.flatMap((id) => state.versions(id)))]),
    status: () =>
      inTurn(() => {
        const now = Math.max(clocks.wall(), state.last);
        return {
          name: config.name,
          rpId: config.rpId,
          chains: Object.entries(config.chains).map(([chain, of]) => ({
            chain,
            kind: of.kind,
            address: chains.get(chain)?.address ?? '',
            deposits: deposits.get(chain)?.fingerprint ?? '',
            delegate: chains.get(chain)?.delegate ?? null,
            cold: of.cold === undefined ? null : (chains.get(chain)?.readAddress(of.cold) ?? null),
            identity: of.kind === 'evm' ? String(of.chainId) : null,
            confirmations: of.confirmations ?? null,
            finality: of.finality ?? null,
            fees: {
              transaction: String(toUnits(of.fees.transaction, of.decimals)),
              day: { limit: String(toUnits(of.fees.day, of.decimals)), used: String(state.feesWithinDay(chain, now)) },
            },
            assets: Object.entries(of.assets).map(([asset, each]) => {
              const units = (text: string) => String(toUnits(text, each.decimals));
              const cap = (limit: string, within: number) => ({
                limit: units(limit),
                used: String(state.spentWithin(chain, asset, within, now)),
              });
              return {
                asset,
                contract: shownContract(chains.get(chain), each.contract),
                decimals: each.decimals,
                transaction: units(each.caps.transaction),
                hour: cap(each.caps.hour, HOUR),
                day: cap(each.caps.day, DAY),
                approvalsAbove: units(each.approvalsAbove),
                delay: each.whitelistDelay,
              };
            }),
          })),
        };
      }),
  };
}
