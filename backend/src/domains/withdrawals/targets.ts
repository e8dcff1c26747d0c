import type { ReadInput } from '@tessera/api/contract';
import { addressProblem, readAddress } from '@tessera/api/payees/rules';
import { receivedOf, withdrawalProblem } from '@tessera/api/withdrawals/rules';
import { add, cmp } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type CodeTerms, unlinked } from '../../platform/mail/code-terms.ts';
import type { Ports } from '../../platform/ports.ts';
import {
  addressOfUser,
  type CardNumbers,
  cardOfUser,
  isWhitelistOn,
  lookUpReachable,
  type PayoutNetwork,
  payoutNetwork,
  refuseLookAlike,
  requireReachable,
} from '../payees/index.ts';
import { LAST, type Withdrawal } from './store.ts';

const HOUR = 3_600_000;

export type Asked = Pick<
  ReadInput<'POST /wallet/out'>,
  'currency_id' | 'number' | 'fee' | 'address_id' | 'bank_card_id' | 'address' | 'network'
>;

/** All of a bank account but its number. */
type Account = Pick<
  Awaited<ReturnType<typeof cardOfUser>>,
  | 'real_name'
  | 'bank_name'
  | 'province_city'
  | 'branch'
  | 'phone'
  | 'bank_network'
  | 'swift_code'
  | 'aba_number'
  | 'cardholder_address'
>;

/** Where the money goes, and at which terms. */
export type Payout = {
  readonly network: PayoutNetwork;
  readonly way: Withdrawal['way'];
  /** The address or the number of the account. */
  readonly target: string;
  readonly cardId: string | null;
  /** Whose account it is, and where, as it was saved; null of an address. */
  readonly account: Account | null;
  readonly amount: string;
  readonly received: string;
};

type Place = Pick<Payout, 'network' | 'way' | 'target' | 'cardId' | 'account'>;
type Context = {
  readonly sql: Sql;
  /** Where look-ups of new addresses are counted; null where this one was. */
  readonly counts: Database | null;
  readonly numbers: CardNumbers;
  readonly ports: Pick<Ports, 'addressUse'>;
  readonly catalogue: CatalogueSnapshot;
  readonly userId: string;
  /** Unix ms. */
  readonly now: number;
};

/** Rejects a saved payee that the whitelist does not let money go to yet. */
function requireUsable(listed: boolean, usableAt: number, now: number): void {
  if (!listed || usableAt <= now) return;
  throw new DomainError('payee_waits', { params: { hours: Math.ceil((usableAt - now) / HOUR) } });
}

async function placeOf(context: Context, asked: Asked): Promise<Place> {
  const { sql, counts, numbers, ports, catalogue, userId, now } = context;
  const whitelist = await isWhitelistOn(sql, userId, now);
  const networkOf = (network: string) =>
    payoutNetwork(sql, catalogue, { currencyId: asked.currency_id, network, field: 'currency_id' });
  if (asked.bank_card_id !== undefined) {
    const card = await cardOfUser(sql, userId, asked.bank_card_id, 'bank_card_id');
    requireUsable(whitelist, card.usable_at, now);
    const [network, way] = card.kind === 'local' ? ['BANK', 'card' as const] : ['SWIFT', 'card_international' as const];
    const { real_name, bank_name, province_city, branch, phone, bank_network, swift_code, aba_number } = card;
    const { cardholder_address } = card;
    const bank = { bank_name, province_city, branch, phone, bank_network, swift_code, aba_number, cardholder_address };
    const account = { real_name, ...bank };
    return { network: await networkOf(network), way, target: numbers.open(card), cardId: card.id, account };
  }
  if (asked.address_id !== undefined) {
    const saved = await addressOfUser(sql, userId, asked.address_id, 'address_id');
    const network = await networkOf(saved.network);
    // An address of another currency may be of the same chain, and not belong to who takes this one.
    if (network.currency.code !== saved.currency) throw new DomainError('not_found', { field: 'address_id' });
    requireUsable(whitelist, saved.usable_at, now);
    await requireReachable(sql, ports, { chain: saved.chain, address: saved.address, userId, field: 'address_id' });
    return { network, way: 'address', target: saved.address, cardId: null, account: null };
  }
  if (whitelist) throw new DomainError('whitelist_only', { field: 'address' });
  const network = await networkOf(asked.network ?? '');
  const { chain } = network;
  if (chain === null) throw new DomainError('network_unknown', { field: 'network' });
  const typed = asked.address ?? '';
  const problem = addressProblem({ chain, network: network.network }, typed, { exact: true });
  const read = readAddress(chain, typed);
  if (problem || !read) throw new DomainError(problem?.code ?? 'address_invalid', problem ?? { field: 'address' });
  const place = { chain, address: read.address, userId, field: 'address' };
  if (counts === null) await requireReachable(sql, ports, place);
  else await lookUpReachable({ database: counts, sql, ports, now }, place);
  await refuseLookAlike(sql, userId, read.address);
  return { network, way: 'address', target: read.address, cardId: null, account: null };
}

/** Judges what a user asks for by the terms of this moment. */
export async function payoutOf(context: Context, asked: Asked): Promise<Payout> {
  const place = await placeOf(context, asked);
  const { currency, scale, fee, minAmount, open } = place.network;
  if (!open) throw new DomainError('withdrawals_suspended');
  if (cmp(asked.fee, fee) !== 0) {
    throw new DomainError('fee_changed', { field: 'fee', params: { fee: `${fee} ${currency.code}` } });
  }
  const terms = { currency: currency.code, scale, min: minAmount };
  const problem = withdrawalProblem(asked.number, terms);
  if (problem) throw new DomainError(problem.code, problem);
  return { ...place, amount: add(asked.number, '0'), received: receivedOf(asked.number, fee) };
}

/**
 * All that a withdrawal consists of: what its owner approves. Of a bank account also whose it is and where: another one may
 * have its number.
 */
export const approvedTerms = ({ network, way, target, account, amount, received }: Payout) => ({
  currency: network.currency.code,
  network: network.network,
  way,
  target,
  account,
  amount,
  fee: network.fee,
  received,
});

/** Of a bank account whose it is and where, and how its number ends. */
function accountText(target: string, account: Account | null): string {
  const { real_name = '', bank_name = '', swift_code = null } = account ?? {};
  const named = [real_name, bank_name, ...(swift_code === null ? [] : [swift_code])].join(', ');
  return `**** ${target.slice(-LAST)}, ${unlinked(named)}`;
}

/** The same for the message with a code. */
export const shownTerms = ({ network, way, target, account, amount }: Payout): CodeTerms => ({
  action: 'withdrawal',
  rows: [
    { label: 'amount', value: `${amount} ${network.currency.code}` },
    { label: 'fee', value: `${add(network.fee, '0')} ${network.currency.code}` },
    { label: 'network', value: network.network },
    way === 'address'
      ? { label: 'address', value: target }
      : { label: 'bank_account', value: accountText(target, account) },
  ],
});
