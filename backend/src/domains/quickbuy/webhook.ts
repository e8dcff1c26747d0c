import { createHmac, timingSafeEqual } from 'node:crypto';
import { minorUnits } from '@tessera/api/quickbuy/rules';
import { add, cmp, div, isPositive, max, min } from '@tessera/money';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { BelowLeast, bookCredit, creditOf, takeBack } from './credit.ts';
import type { Shop } from './quote.ts';
import { move } from './states.ts';
import { disputedOf, keepDispute, lockOrder, lockPayment, type OrderRow, orderIdOf, referenceOf } from './store.ts';

/** Seconds between the signature's time and ours: an older message is a repetition of a recorded one. */
const TOLERANCE = 300;
/** Characters of an event. */
const LONGEST_EVENT = 262_144;
/** ms after the pay-by time in which the provider's own clock may still have taken a payment. */
export const PROVIDER_GRACE = 5 * 60_000;

/**
 * Whether a header `t=<seconds>,v1=<hex>,…` signs a body: HMAC-SHA256 of `<t>.<body>` by one of the secrets, compared in
 * constant time, with a time near ours. `now` is Unix ms.
 */
export function isSigned(header: string, body: string, secrets: readonly string[], now: number): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const [time] = parts.flatMap(([name, value]) => (name === 't' && /^\d{1,12}$/.test(value ?? '') ? [value] : []));
  if (time === undefined || Math.abs(now / 1_000 - Number(time)) > TOLERANCE) return false;
  const given = parts.flatMap(([name, value = '']) =>
    name === 'v1' && /^[0-9a-f]{64}$/.test(value) ? [Buffer.from(value, 'hex')] : [],
  );
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.${body}`).digest());
  // All are compared: which secret fits takes no less time than that none does.
  return expected.flatMap((mac) => given.map((each) => timingSafeEqual(mac, each))).includes(true);
}

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,255}$/));
const minor = z.int().check(z.minimum(0));
const currency = z.string().check(z.regex(/^[a-z]{3}$/));

const sessionSchema = z.object({
  id,
  client_reference_id: z.nullish(z.string()),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: z.nullish(id),
  amount_total: z.nullish(minor),
  currency: z.nullish(currency),
});
const chargeSchema = z.object({
  payment_intent: z.nullish(id),
  amount_refunded: minor,
  currency,
  metadata: z.optional(z.record(z.string(), z.string())),
});
const disputeSchema = z.object({ id: z.nullish(id), payment_intent: z.nullish(id), amount: minor, currency });
const eventSchema = z.object({ id, type: z.string(), created: z.int(), data: z.object({ object: z.unknown() }) });

type ProviderEvent = z.output<typeof eventSchema>;

/** Fiat of minor units, as orders count it. */
const fiatOf = (units: number, code: string): string => div(String(units), String(minorUnits('1', code)));

type Paid = { readonly payment: string | null; readonly amount: string; readonly fiat: string; readonly at: number };

/** Notes what a provider took for an order; the first report of it counts. */
async function notePaid(tx: Transaction, row: OrderRow, { payment, amount, fiat, at }: Paid): Promise<OrderRow> {
  await tx.query('update quick_buy_order set payment = $2, paid = $3, paid_fiat = $4, paid_at = $5 where id = $1', [
    row.id,
    payment,
    amount,
    fiat,
    new Date(at),
  ]);
  return { ...row, payment, paid: amount, paid_fiat: fiat, paid_at: at };
}

/** Whether a payment is what was ordered, and nothing of it went back. */
export const isExact = ({ paid, paid_fiat, amount, fiat, returned }: OrderRow): boolean =>
  paid !== null && cmp(paid, amount) === 0 && paid_fiat === fiat && !isPositive(returned);

/**
 * Credits a locked order whose exact payment came, or sends it back where it would bring less than the order states; false
 * where there is no price at the moment.
 */
export async function creditPaid(tx: Transaction, shop: Shop, row: OrderRow, at: number): Promise<boolean> {
  if (row.paid === null) return false;
  try {
    const credit = await creditOf(tx, shop, row, row.paid);
    await bookCredit(tx, row, credit, at);
  } catch (error) {
    if (error instanceof BelowLeast) {
      await move(tx, row, { status: 'refunding', at, brings: error.brings });
      return true;
    }
    if (error instanceof DomainError) return false;
    throw error;
  }
  await move(tx, row, { status: 'successful', at });
  return true;
}

/**
 * A payment came for an order. In time it is credited, or shown to staff where it is not what was ordered; what came for an
 * order that is no longer to be paid goes back.
 */
async function takePayment(tx: Transaction, shop: Shop, order: OrderRow, paid: Paid): Promise<void> {
  if (order.paid_at !== null) return;
  // Disputes may have come first. Only the first report of a payment waits, so that it does not while its order is awaited.
  if (paid.payment !== null) await lockPayment(tx, paid.payment);
  const row = await noteReturned(tx, await notePaid(tx, order, paid));
  const at = shop.source.now;
  const inTime = paid.at <= row.pay_by + PROVIDER_GRACE;
  const open = row.status === 'to_be_paid' || (row.status === 'cancelled' && row.cause !== 'user');
  if (isPositive(row.returned) && cmp(row.returned, paid.amount) >= 0) return move(tx, row, { status: 'refunded', at });
  if (!open || !inTime) return move(tx, row, { status: 'refunding', at });
  if (isExact(row) && (await creditPaid(tx, shop, row, at))) return;
  await move(tx, row, { status: 'under_review', at });
}

/** Notes what of a payment went back: by refunds and by disputes of the card's holder together, of which none undoes another. */
async function noteReturned(tx: Transaction, row: OrderRow, refunds = '0'): Promise<OrderRow> {
  const refunded = max(row.refunded, refunds);
  const all = add(refunded, await disputedOf(tx, row.payment));
  // Before the payment itself is known, its amount is not.
  const returned = max(row.returned, row.paid === null ? all : min(row.paid, all));
  await tx.query('update quick_buy_order set refunded = $2, returned = $3 where id = $1', [row.id, refunded, returned]);
  return { ...row, refunded, returned };
}

/** Money went back, by our wish, by the provider's or by a dispute of the card's holder: what it had bought is taken back. */
async function takeRefund(tx: Transaction, shop: Shop, before: OrderRow, refunds?: string): Promise<void> {
  const row = await noteReturned(tx, before, refunds);
  const at = shop.source.now;
  await takeBack(tx, row, at);
  if (row.paid === null || cmp(row.returned, row.paid) < 0 || row.status === 'refunded') return;
  await move(tx, row, { status: 'refunded', at });
}

async function apply(tx: Transaction, shop: Shop, event: ProviderEvent): Promise<{ readonly orderId: string | null }> {
  const locked = async (reference: string | null | undefined) => {
    const known = reference ? await orderIdOf(tx, reference) : null;
    const row = known && (await lockOrder(tx, known));
    return row && row.provider === 'checkout' ? row : null;
  };
  const { type, data, created } = event;
  if (type.startsWith('checkout.session.')) {
    const session = z.parse(sessionSchema, data.object);
    const row = await locked(session.client_reference_id);
    // A session of another integration of the same account may name what it likes.
    if (!row || (row.session !== null && row.session !== session.id)) return { orderId: null };
    if (type === 'checkout.session.completed' || type === 'checkout.session.async_payment_succeeded') {
      const { payment_intent: payment = null, amount_total: total, currency: code } = session;
      if (session.payment_status === 'paid' && typeof total === 'number' && code) {
        const fiat = code.toUpperCase();
        await takePayment(tx, shop, row, { payment, amount: fiatOf(total, fiat), fiat, at: created * 1_000 });
      }
    } else if (row.status === 'to_be_paid') {
      if (type === 'checkout.session.async_payment_failed')
        await move(tx, row, { status: 'cancelled', cause: 'failed', at: shop.source.now });
      if (type === 'checkout.session.expired')
        await move(tx, row, { status: 'cancelled', cause: 'late', at: shop.source.now });
    }
    return { orderId: row.id };
  }
  if (type === 'charge.refunded') {
    const { metadata, amount_refunded, currency: code, payment_intent: payment } = z.parse(chargeSchema, data.object);
    const row = await locked(metadata?.reference);
    if (!row || (row.payment !== null && row.payment !== payment)) return { orderId: null };
    await takeRefund(tx, shop, row, fiatOf(amount_refunded, code.toUpperCase()));
    return { orderId: row.id };
  }
  // A dispute names the payment, not the order, and may come before it is known whose payment that is.
  if (type === 'charge.dispute.funds_withdrawn') {
    const { id: named, payment_intent: payment, amount, currency: code } = z.parse(disputeSchema, data.object);
    if (!payment) return { orderId: null };
    await lockPayment(tx, payment);
    const dispute = { id: named ?? event.id, payment, amount: fiatOf(amount, code.toUpperCase()) };
    await keepDispute(tx, { ...dispute, at: shop.source.now });
    const row = await locked(await referenceOf(tx, payment));
    if (!row) return { orderId: null };
    await takeRefund(tx, shop, row);
    return { orderId: row.id };
  }
  return { orderId: null };
}

/**
 * Applies an event of the provider once, in whatever order they come. All of it is one transaction: an event that was not
 * applied is not noted, and comes again.
 */
export async function applyEvent(
  dependencies: Pick<Dependencies, 'database'>,
  shop: Shop,
  body: string,
): Promise<void> {
  const event = z.parse(eventSchema, JSON.parse(body));
  await dependencies.database.transaction(async (tx) => {
    const noted = await tx.query(
      'insert into quick_buy_event (id, type, at) values ($1, $2, $3) on conflict do nothing returning 1',
      [event.id, event.type, new Date(shop.source.now)],
    );
    if (noted.length === 0) return;
    const { orderId } = await apply(tx, shop, event);
    if (orderId !== null) await tx.query('update quick_buy_event set order_id = $2 where id = $1', [event.id, orderId]);
  });
}

/** `POST /api/quickbuy/events`: where the provider of the checkout sends its events. */
export function webhookRoute(
  app: FastifyInstance,
  { database, settings, now, log }: Dependencies,
  shop: () => Shop,
): void {
  const { checkout } = settings;
  if (!checkout) return;
  void app.register(async (scope) => {
    // The signature is over the bytes that were sent.
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: LONGEST_EVENT },
      async (_request: unknown, body: string | Buffer) => String(body),
    );
    scope.post('/api/quickbuy/events', async (request, reply) => {
      const header = request.headers['checkout-signature'] ?? request.headers['stripe-signature'];
      const body = typeof request.body === 'string' ? request.body : '';
      if (typeof header !== 'string' || !isSigned(header, body, checkout.webhookSecrets, now())) {
        return reply.code(400).send({ error: 'signature' });
      }
      try {
        await applyEvent({ database }, shop(), body);
      } catch (error) {
        if (!(error instanceof z.core.$ZodError) && !(error instanceof SyntaxError)) throw error;
        log.warn({ err: error }, 'an event of the checkout provider is not of the protocol');
        return reply.code(422).send({ error: 'event' });
      }
      return { received: true };
    });
  });
}
