import type { Output, ReadInput } from '@tessera/api/contract';
import { chains, foldAddress, readAddress } from '@tessera/api/payees/rules';
import { add, cmp, neg, scaleOf } from '@tessera/money';
import type { CatalogueSnapshot, Currency } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type KeyUse, knownOutput, withIdempotency } from '../../platform/http/idempotency.ts';
import { enqueue } from '../../platform/jobs/queued-job.ts';
import { houseAccount, postJournals, userAccount, userBalance } from '../../platform/ledger/index.ts';
import { requireAttempt, uncountAttempt } from '../../platform/limits/attempts.ts';
import { inTurn } from '../../platform/limits/in-turn.ts';
import type { CodeTerms } from '../../platform/mail/code-terms.ts';
import type { Ports } from '../../platform/ports.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { type Leaving, leave, requireMayLeave } from '../../platform/ways/leave.ts';
import { fiatRateMap } from '../fiat/index.ts';
import { maskName, maskUid, type Recipient, recipientById, recipientOf, requireNotFrozen } from '../identity/index.ts';
import { indexValueInUsdt } from '../instruments/index.ts';
import { approve, beginApprove } from '../security/index.ts';
import { addPayment, hasPaid, lockParties, type PaymentRow, paymentsOf } from './payment-store.ts';
import { receivedTask } from './received.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Recipients that a user may ask for: more of them would be a reading of the list of users. */
const LOOK_UPS = [
  { most: 20, within: 10 * MINUTE },
  { most: 60, within: DAY },
];
/** Of them such as take no payments. */
const MISSES = [{ most: 10, within: DAY }];

/** Payments between users are free of charge. */
const FEE = '0';
const PURPOSE = 'send';

type Input = Pick<ReadInput<'POST /wallet/zhuanzhan'>, 'account' | 'currency_id' | 'number'>;
type PaymentOutput = Output<'POST /wallet/zhuanzhan'>;

type Parts = Pick<Dependencies, 'catalogue' | 'feed' | 'ports' | 'now'> & {
  readonly database: Database;
  readonly factors: Factors;
};

/** What is about to be sent, and what it is worth in USDT. */
type Plan = {
  readonly recipient: Recipient;
  readonly currency: Currency;
  readonly value: string;
};

/** The user who pays in at an address of a chain, as a withdrawal to it would name it; null for any other text. */
async function ownerOf(sql: Sql, { addressUse }: Pick<Ports, 'addressUse'>, text: string): Promise<Recipient | null> {
  const typed = foldAddress(text);
  for (const chain of chains) {
    const read = readAddress(chain, typed);
    const use = read && (await addressUse(sql, chain, read.address));
    if (use?.kind === 'deposit') return recipientById(sql, use.userId);
  }
  return null;
}

/**
 * Finds the recipient. Whom one has paid before one may find as often as one likes; other look-ups count, and those that
 * find no user count once more. They count before they are made, so that those at once count as well.
 */
async function findRecipient({ database, ports, now }: Parts, sender: SignedIn, account: string): Promise<Recipient> {
  const known = await hasPaid(database, sender.id, account);
  const at = now();
  const missed = { scope: 'recipient-missed', subject: sender.id };
  if (!known) {
    await requireAttempt(database, { scope: 'recipient', subject: sender.id, windows: LOOK_UPS, now: at });
    await requireAttempt(database, { ...missed, windows: MISSES, now: at });
  }
  const recipient = (await recipientOf(database, account)) ?? (await ownerOf(database, ports, account));
  if (!recipient) throw new DomainError('recipient_unknown', { field: 'account' });
  if (!known) await uncountAttempt(database, { ...missed, at });
  if (recipient.id === sender.id) throw new DomainError('recipient_is_self', { field: 'account' });
  return recipient;
}

function currencyOf(catalogue: CatalogueSnapshot, { currency_id, number }: Input): Currency {
  const currency = catalogue.currencyById(currency_id);
  if (!currency) throw new DomainError('currency_unknown', { field: 'currency_id' });
  if (!currency.open) throw new DomainError('currency_closed', { field: 'currency_id' });
  const { scale } = currency;
  if (scaleOf(number) > scale) throw new DomainError('field_too_precise', { field: 'number', params: { scale } });
  return currency;
}

async function valueOfPayment({ database, feed }: Parts, code: string, number: string): Promise<string> {
  const value = indexValueInUsdt(feed, code, number, await fiatRateMap(database));
  if (value === null) throw new DomainError('stale_price');
  return value;
}

/** Rejects what cannot be sent now; what is asked for the limit and the balance is asked again where it is taken. */
async function planPayment(parts: Parts, sender: SignedIn, input: Input): Promise<Plan> {
  const { database, catalogue, ports, now } = parts;
  const currency = currencyOf(catalogue.current(), input);
  const value = await valueOfPayment(parts, currency.code, input.number);
  const available = await userBalance(database, sender.id, 'change', currency.code);
  if (cmp(input.number, available) > 0) throw new DomainError('insufficient_balance', { field: 'number' });
  // Before the recipient is looked for: a user who may send nothing finds no recipients.
  const asked = { call: 'POST /wallet/zhuanzhan', userId: sender.id, payeeId: null, at: now() } as const;
  await database.transaction((tx) => requireMayLeave(tx, ports, { ...asked, counts: { limit: 'send', value } }));
  const recipient = await findRecipient(parts, sender, input.account);
  const plan = { currency, value, recipient };
  await database.transaction((tx) => ports.payeeOut(tx, leavingOf(parts, sender, plan)));
  return plan;
}

/** What a payment is by the rule of what leaves. */
const leavingOf = ({ now }: Parts, sender: SignedIn, { recipient, value }: Plan): Leaving => ({
  call: 'POST /wallet/zhuanzhan',
  userId: sender.id,
  payeeId: recipient.id,
  counts: { limit: 'send', value },
  at: now(),
});

/** All that a sender approves. */
const approvable = ({ recipient, currency }: Plan, { number }: Input) => ({
  purpose: PURPOSE,
  what: { to: recipient.uid, currency: currency.code, number: add(number, '0'), fee: FEE },
});

/** The same for the message with a code. The account is what the sender typed: what they know the recipient by. */
const shownOf = ({ recipient, currency }: Plan, { account, number }: Input): CodeTerms => ({
  action: 'send',
  rows: [
    { label: 'amount', value: `${add(number, '0')} ${currency.code}` },
    { label: 'recipient', value: `${account} (${maskName(recipient.nickname)})` },
  ],
});

/** Who would receive this, and what approves it. Moves nothing. */
export async function beginPayment(
  parts: Parts,
  sender: SignedIn,
  input: Input,
): Promise<Output<'POST /wallet/zhuanzhan/begin'>> {
  const plan = await planPayment(parts, sender, input);
  const limits = await parts.ports.limits().of(parts.database, sender.id);
  const { limit = null, used = '0' } = limits.find(({ kind }) => kind === 'send') ?? {};
  return {
    name: maskName(plan.recipient.nickname),
    fee: FEE,
    limit,
    used,
    approval: await beginApprove(parts.factors, sender, approvable(plan, input), shownOf(plan, input)),
  };
}

async function post(
  { now }: Parts,
  tx: Transaction,
  sender: SignedIn,
  { recipient, currency, value }: Plan,
  { account, number }: Input,
): Promise<PaymentOutput> {
  const at = now();
  const { code } = currency;
  const id = await addPayment(tx, {
    senderId: sender.id,
    recipientId: recipient.id,
    account,
    currency: code,
    amount: number,
    value,
    at,
  });
  // Two journals, so that each of the two has a record of its own kind.
  await postJournals(tx, [
    {
      ref: `payment:${id}:send`,
      kind: 'send',
      reference: id,
      at,
      entries: [
        { account: userAccount(sender.id, 'change'), currency: code, amount: neg(number) },
        { account: houseAccount('payments'), currency: code, amount: number },
      ],
    },
    {
      ref: `payment:${id}:receive`,
      kind: 'receive',
      reference: id,
      at,
      entries: [
        { account: houseAccount('payments'), currency: code, amount: neg(number) },
        { account: userAccount(recipient.id, 'change'), currency: code, amount: number },
      ],
    },
  ]);
  await enqueue(tx, receivedTask, { id }, { jobKey: id });
  tx.notify(sender.id, { kind: 'balance' });
  tx.notify(recipient.id, { kind: 'balance', id, status: 'received' });
  return {
    id,
    direction: 'sent',
    name: maskName(recipient.nickname),
    account,
    currency_id: currency.id,
    currency: code,
    scale: currency.scale,
    number,
    fee: FEE,
    at,
  };
}

/** Payments of one sender come one after the other: what approves the first is used up when its repetition is looked at. */
const turns = inTurn();

/**
 * Sends once for each idempotency key. The approval is checked outside of the transaction, so that a wrong try counts and
 * what was used is used up.
 */
export const sendPayment = (
  parts: Parts,
  sender: SignedIn,
  use: KeyUse,
  input: ReadInput<'POST /wallet/zhuanzhan'>,
): Promise<PaymentOutput> =>
  turns(sender.id, async () => {
    const { database, factors, now } = parts;
    const once = (work: (tx: Transaction) => Promise<PaymentOutput>) =>
      database.transaction((tx) => withIdempotency(tx, use, now(), () => work(tx)));
    const before = await knownOutput<PaymentOutput>(database, use);
    if (before) return before.output;
    try {
      const plan = await planPayment(parts, sender, input);
      const spend = await approve(factors, sender, approvable(plan, input), input);
      return await once(async (tx) => {
        await lockParties(tx, [sender.id, plan.recipient.id]);
        await leave(tx, parts.ports, leavingOf(parts, sender, plan));
        if (!(await isOpen(tx, plan.recipient.id))) throw new DomainError('recipient_unknown', { field: 'account' });
        await spend(tx);
        return post(parts, tx, sender, plan, input);
      });
    } catch (error) {
      // The same request may be under way on another node: this waits for it, and returns what it did.
      return once(async () => {
        throw error;
      });
    }
  });

/** Not frozen since it was found. */
async function isOpen(tx: Transaction, userId: string): Promise<boolean> {
  try {
    await requireNotFrozen(tx, userId);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

const paymentView = (
  { heldCurrency }: Pick<CatalogueSnapshot, 'heldCurrency'>,
  { id, sent, nickname, uid, account, currency, amount, at }: PaymentRow,
): PaymentOutput => {
  const { id: currency_id, scale } = heldCurrency(currency);
  return {
    id,
    direction: sent ? 'sent' : 'received',
    name: maskName(nickname),
    account: sent ? account : maskUid(uid),
    currency_id,
    currency,
    scale,
    number: amount,
    fee: FEE,
    at,
  };
};

/** What a user sent and received, newest first. */
export async function listPayments(
  sql: Sql,
  catalogue: CatalogueSnapshot,
  userId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<Output<'GET /wallet/zhuanzhan/list'>> {
  const { rows, total } = await paymentsOf(sql, userId, { page, limit });
  return { list: rows.map((row) => paymentView(catalogue, row)), page, limit, total };
}
