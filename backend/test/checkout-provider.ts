import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A session as the provider keeps it. */
export type Session = {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly key: string;
  readonly payment: string;
};

export type CheckoutProvider = {
  readonly origin: string;
  readonly secret: string;
  readonly webhookSecret: string;
  /** Settings of a backend that uses this provider. */
  readonly environment: Readonly<Record<string, string>>;
  /** By their order's reference. */
  readonly sessions: ReadonlyMap<string, Session>;
  /** Payments that were sent back, in the order of the requests. */
  readonly refunds: readonly string[];
  /** While true the API responds 503. */
  down: boolean;
  /** An event with its signature, as it would be sent. `created` in seconds. */
  event(type: string, object: object, created: number, id?: string): SignedEvent;
  /** That a session was paid in full, or otherwise. */
  paid(reference: string, created: number, changes?: object): SignedEvent;
  /** That a payment went back. */
  refunded(reference: string, created: number, minor: number, changes?: object): SignedEvent;
  /** The bank of the card's holder has taken a payment back. */
  disputed(reference: string, created: number, minor: number, changes?: object): SignedEvent;
  close(): Promise<void>;
};

export type SignedEvent = { readonly body: string; readonly header: string };

async function formOf(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return Object.fromEntries(new URLSearchParams(text));
}

/** A header `t=…,v1=…` as the provider signs it. */
export const signatureOf = (body: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

const PAGE = (session: Session, origin: string) => `<!doctype html><meta charset="utf-8"><title>Checkout</title>
<meta name="viewport" content="width=device-width">
<h1>${session.fields['line_items[0][price_data][product_data][name]'] ?? ''}</h1>
<p id="amount">${session.fields['line_items[0][price_data][unit_amount]']} ${session.fields['line_items[0][price_data][currency]']}</p>
<form method="post" action="${origin}/pay/${session.id}"><button>Pay</button></form>`;

/**
 * A provider of hosted checkouts on the loopback interface: sessions, its page with a button that pays, refunds, signed
 * events. `deliver` names where the button sends its event to.
 */
export async function startCheckoutProvider(deliver?: () => string): Promise<CheckoutProvider> {
  const secret = `sk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(12).toString('hex')}`;
  const sessions = new Map<string, Session>();
  const refunds: string[] = [];
  let numbers = 0;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const session = [...sessions.values()].find(({ id }) => path.endsWith(`/pay/${id}`));
    if (session && request.method === 'GET')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE(session, provider.origin));
    if (session) {
      const reference = session.fields.client_reference_id ?? '';
      const { body, header } = provider.paid(reference, Math.floor(Date.now() / 1_000));
      await fetch(deliver?.() ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'checkout-signature': header },
        body,
      });
      return void response.writeHead(303, { location: session.fields.success_url ?? '/' }).end();
    }
    if (provider.down) return void send(503, {});
    if (request.headers.authorization !== `Bearer ${secret}`) return void send(401, {});
    const key = String(request.headers['idempotency-key']);
    const fields = await formOf(request);
    if (path === '/v1/checkout/sessions') {
      const reference = fields.client_reference_id ?? '';
      const known = [...sessions.values()].find((each) => each.key === key);
      numbers += 1;
      const made = known ?? { id: `cs_${numbers}`, payment: `pi_${reference}`, fields, key };
      sessions.set(reference, made);
      return void send(200, { id: made.id, object: 'checkout.session', url: `${provider.origin}/pay/${made.id}` });
    }
    if (path === '/v1/refunds') {
      refunds.push(fields.payment_intent ?? '');
      return void send(200, { id: `re_${refunds.length}`, status: 'pending' });
    }
    send(404, {});
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider: CheckoutProvider = {
    origin,
    secret,
    webhookSecret,
    environment: {
      CHECKOUT_URL: origin,
      CHECKOUT_SECRET: secret,
      CHECKOUT_WEBHOOK_SECRETS: webhookSecret,
      CHECKOUT_PAGES: origin,
      PUBLIC_ORIGIN: 'http://localhost:8080',
    },
    sessions,
    refunds,
    down: false,
    event(type, object, created, id = `evt_${randomBytes(8).toString('hex')}`) {
      const body = JSON.stringify({ id, object: 'event', type, created, data: { object } });
      return { body, header: signatureOf(body, webhookSecret, created) };
    },
    paid(reference, created, changes = {}) {
      const session = sessions.get(reference);
      if (!session) throw new Error(`there is no session of ${reference}`);
      const { fields } = session;
      const object = {
        id: session.id,
        client_reference_id: reference,
        payment_status: 'paid',
        payment_intent: session.payment,
        amount_total: Number(fields['line_items[0][price_data][unit_amount]']),
        currency: fields['line_items[0][price_data][currency]'],
        ...changes,
      };
      return provider.event('checkout.session.completed', object, created);
    },
    refunded: (reference, created, minor, changes = {}) =>
      provider.event(
        'charge.refunded',
        {
          id: `ch_${reference}`,
          payment_intent: `pi_${reference}`,
          amount_refunded: minor,
          currency: sessions.get(reference)?.fields['line_items[0][price_data][currency]'],
          metadata: { reference },
          ...changes,
        },
        created,
      ),
    disputed: (reference, created, minor, changes = {}) =>
      provider.event(
        'charge.dispute.funds_withdrawn',
        {
          id: `dp_${reference}`,
          payment_intent: `pi_${reference}`,
          amount: minor,
          currency: sessions.get(reference)?.fields['line_items[0][price_data][currency]'],
          reason: 'fraudulent',
          status: 'needs_response',
          ...changes,
        },
        created,
      ),
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  return provider;
}
