import { BUY_METHODS, type BuyMethod, minorUnits } from '@tessera/api/quickbuy/rules';
import * as z from 'zod/mini';
import type { CheckoutSettings } from '../../../platform/checkout-settings.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import { screenLink } from '../../../platform/screens/screen-link.ts';
import type { OrderRow } from '../store.ts';
import type { PaymentProvider } from './provider.ts';

/** ms that the provider may take to respond. */
const RESPONDS_WITHIN = 10_000;
/** Characters of a response; a session has some thousands. */
const LONGEST_RESPONSE = 65_536;
/** Seconds that a session lasts at least: the protocol's own limit. */
const SHORTEST_SESSION = 30 * 60;

/** What the provider calls the ways to pay. */
const TYPES: Readonly<Record<Exclude<BuyMethod, 'bank_transfer'>, string>> = {
  online_bank: 'online_banking',
  qr: 'qr_code',
  direct_bank: 'direct_debit',
  card: 'card',
  wallet: 'wallet',
};

const sessionSchema = z.object({
  id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,255}$/)),
  url: z.string().check(z.maxLength(4_096)),
});
const refundSchema = z.object({ status: z.enum(['succeeded', 'pending']) });

/** The provider did not do what it was asked to; without its text, which may name the payer. */
class ProviderFailed extends Error {
  override name = 'ProviderFailed';
}

/**
 * A hosted checkout in the widely known form: `POST /v1/checkout/sessions` and `POST /v1/refunds`, form-encoded, with a
 * bearer secret and an `Idempotency-Key`; events come by a signed webhook, see `webhook.ts` and docs/finance.md.
 */
function client({ origin, secret }: CheckoutSettings) {
  return async function post(path: string, fields: Readonly<Record<string, string>>, key: string): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'idempotency-key': key, accept: 'application/json' },
        body: new URLSearchParams(fields),
        // Only the configured origin is called: no response may lead elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(RESPONDS_WITHIN),
      });
    } catch (error) {
      throw new ProviderFailed('the checkout provider could not be reached', { cause: error });
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new ProviderFailed(`the checkout provider responds ${response.status} to ${path}`);
    }
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.length > LONGEST_RESPONSE) throw new ProviderFailed('the response of the checkout provider is too long');
    }
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new ProviderFailed('the checkout provider responds with no JSON', { cause: error });
    }
  };
}

function sessionFields(order: OrderRow, returnTo: string): Record<string, string> {
  const back = `${returnTo}/h5/#${screenLink('/pages/fund/select', { order: order.id })}`;
  const method = BUY_METHODS.find((each) => each === order.method);
  if (!method || method === 'bank_transfer') throw new Error(`${order.method} is paid through no checkout`);
  return {
    mode: 'payment',
    client_reference_id: order.reference,
    'payment_method_types[0]': TYPES[method],
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': order.fiat.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(minorUnits(order.amount, order.fiat)),
    'line_items[0][price_data][product_data][name]': `${order.currency} ${order.reference}`,
    customer_email: order.email,
    success_url: back,
    cancel_url: back,
    expires_at: String(
      Math.max(Math.ceil(order.pay_by / 1_000), Math.ceil(order.created_at / 1_000) + SHORTEST_SESSION),
    ),
    'metadata[reference]': order.reference,
    // The charge carries it on, so that its refund names the order.
    'payment_intent_data[metadata][reference]': order.reference,
  };
}

const unavailable = (cause?: unknown) => new DomainError('checkout_unavailable', { cause });

/** Undefined settings: the provider is not configured. */
export function checkoutProvider(settings: CheckoutSettings | undefined): PaymentProvider {
  const post = settings && client(settings);
  return {
    accounts: async () => null,
    configured: async () => settings !== undefined,
    async instructions() {
      if (!settings) throw new DomainError('method_unavailable', { field: 'method' });
      return { bank: null, demonstration: false };
    },
    async page(order) {
      if (!settings || !post) throw unavailable();
      try {
        const read = await post(
          '/v1/checkout/sessions',
          sessionFields(order, settings.returnTo),
          `order-${order.reference}`,
        );
        const { id, url } = z.parse(sessionSchema, read);
        if (!URL.canParse(url) || !settings.pages.includes(new URL(url).origin))
          throw new ProviderFailed('the page of the checkout is at none of CHECKOUT_PAGES');
        return { session: id, url };
      } catch (error) {
        throw unavailable(error);
      }
    },
    async refund({ payment, reference }) {
      if (!post || payment === null) throw new ProviderFailed(`order ${reference} has no payment to return`);
      const read = await post(
        '/v1/refunds',
        { payment_intent: payment, 'metadata[reference]': reference },
        `refund-${reference}`,
      );
      z.parse(refundSchema, read);
    },
  };
}
