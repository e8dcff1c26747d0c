import { randomUUID } from 'node:crypto';
import { isRecurring } from '../src/platform/jobs/job.ts';
import type { CheckoutProvider, SignedEvent } from './checkout-provider.ts';
import { jobRun } from './job-run.ts';
import { type Person, signUp } from './people.ts';
import type { TestApp } from './test-app.ts';

/** Currencies by their ids. */
export const USDT = 3;
export const BTC = 1;

/** A verified user whose document has a name; of the United States unless said otherwise. */
export async function buyer(app: TestApp, { level = 2, name = 'Ada Lovelace', country = 'US' } = {}): Promise<Person> {
  const person = await signUp(app, { level: level as 1 | 2 });
  await app.database.query(
    `insert into verification_request (user_id, real_type, id_type, country, name, card_id, state, submitted_at, reviewed_at)
     values ($1, 1, 'passport', $2, $3, $4, 'verified', $5, $5)`,
    [person.id, country, name, randomUUID().slice(0, 12), new Date(app.now())],
  );
  await app.database.query('update user_account set document_country = $2 where id = $1', [person.id, country]);
  return person;
}

/** An account for transfers in a currency. */
export async function bankFor(app: TestApp, fiat: string): Promise<number> {
  const [known] = await app.database.query<{ id: number }>(
    'select id from quick_buy_account where fiat = $1 and open',
    [fiat],
  );
  if (known) return known.id;
  const [row] = await app.database.query<{ id: number }>(
    `insert into quick_buy_account (fiat, account_name, iban, beneficiary_country, swift, bank_name, bank_address)
     values ($1, 'Tessera Payments Ltd', 'GB29NWBK60161331926819', 'GB', 'NWBKGB2L', 'NatWest', 'London') returning id`,
    [fiat],
  );
  if (!row) throw new Error('the account is not there');
  return row.id;
}

export const payer = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+1 212 5550100' };

type Asked = Partial<Record<'amount' | 'fiat' | 'country' | 'method', string>> & { readonly currency_id?: number };

/** Calls of a buyer. */
export function buying(app: TestApp, node: TestApp = app) {
  const keyed = (token: string) => ({ token, idempotencyKey: randomUUID() });
  const asked = (changes: Asked) => ({
    currency_id: USDT,
    fiat: 'USD',
    country: 'US',
    amount: '500',
    method: 'bank_transfer',
    ...changes,
  });
  const quote = ({ token }: Person, changes: Asked = {}) => node.ok('POST /quickbuy/quote', asked(changes), { token });
  return {
    asked,
    quote,
    async order(person: Person, changes: Asked = {}, fields: Record<string, unknown> = {}) {
      const { quote_id } = await quote(person, changes);
      return node.ok('POST /quickbuy/order', { quote_id, ...payer, ...fields }, keyed(person.token));
    },
    voucher: (person: Person, id: string, voucher: string) =>
      node.call('POST /quickbuy/order/voucher', { id, voucher }, keyed(person.token)),
    cancel: (person: Person, id: string) => node.call('POST /quickbuy/order/cancel', { id }, keyed(person.token)),
    show: ({ token }: Person, id: string) => node.ok('GET /quickbuy/order', { id }, { token }),
    /** A turn of the job on this node, without its lease, and the mails that it sends. */
    async turn() {
      const jobs = node.domains.flatMap((domain) => domain.jobs ?? []).filter(isRecurring);
      const job = jobs.find(({ name }) => name === 'quickbuy-orders');
      if (!job) throw new Error('the job is not there');
      await job.run(jobRun());
      await app.queue.drain();
    },
    async send({ body, header }: SignedEvent): Promise<number> {
      const response = await node.app.inject({
        method: 'POST',
        url: '/api/quickbuy/events',
        headers: { 'content-type': 'application/json', 'checkout-signature': header },
        payload: body,
      });
      return response.statusCode;
    },
  };
}

/** An order whose checkout was opened. */
export async function checkout(app: TestApp, provider: CheckoutProvider, person: Person, changes: Asked = {}) {
  const { order } = buying(app);
  const made = await order(person, { method: 'card', amount: '100', ...changes });
  const { url } = await app.ok('POST /quickbuy/order/checkout', { id: made.id }, { token: person.token });
  if (!url.startsWith(provider.origin)) throw new Error(`the page is at ${url}`);
  return made;
}
