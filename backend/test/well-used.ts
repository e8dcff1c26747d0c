import { randomUUID } from 'node:crypto';
import type { Localised } from '@tessera/api/kit/localised';
import { languageCodes } from '@tessera/api/rules';
import { hashSecret } from '../src/domains/identity/password.ts';
import { addProduct } from '../src/domains/mining/products.ts';
import { openSession } from '../src/platform/session/sessions.ts';
import { bankFor, buying } from './buy-stage.ts';
import { codeAt, proofOf } from './factors.ts';
import type { OptionStage } from './option-stage.ts';
import { beginIdsAt, type OwnedTables } from './owned-rows.ts';
import { type Person, signUp } from './people.ts';
import { SESSION_KEY } from './session-key.ts';
import { claim } from './staff-people.ts';
import type { TestApp } from './test-app.ts';
import { uploaded } from './upload-picture.ts';

export type WellUsed = Person & {
  /** A word in all that they wrote. */
  readonly mark: string;
};

/** What is above the user's first id by this or more is the id of something of theirs, not of themselves. */
export const FIRST_ROWS = 100;

export const PAY_PASSWORD = '482915';

/** A session whose owner has just proved more than the password. */
export async function confirmedSession({ database, now }: TestApp, { id }: Pick<Person, 'id'>): Promise<string> {
  const { token } = await openSession(database, {
    userId: id,
    userAgent: '',
    address: '127.0.0.1',
    remember: true,
    key: SESSION_KEY.thumbprint,
    browser: null,
    confirmed: true,
    now: now(),
  });
  return token;
}

export const languageTexts = (text: string) =>
  Object.fromEntries(languageCodes.map((code) => [code, text])) as Localised;

const fundsOf = (sign: number) => ({
  change: { USDT: `81${sign}4.567891`, BTC: `3.12${sign}567` },
  legal: { USDT: `71${sign}4.567891` },
  lever: { USDT: `61${sign}4.567891` },
  micro: { USDT: `51${sign}4.567891` },
});

/** A position in a product that promises nothing, so that no house has to cover it. */
async function lockSome(app: TestApp, options: { readonly token: string; readonly idempotencyKey: string }) {
  const product = {
    product: 'well-used',
    currency: 'USDT',
    demonstration: false,
    names: languageTexts('locked'),
    descriptions: languageTexts('locked'),
    day_rates: ['0'],
    min_amount: '1',
    purchase_limit: null,
    penalty_ratio: '0',
    open: true,
    opens_at: app.now(),
    closes_at: null,
  };
  await app.database.transaction((tx) => addProduct(tx, product, app.now()));
  const { list } = await app.ok('GET /lh/deposit/config');
  const config_id = list.find(({ min_amount }) => min_amount === '1')?.id;
  await app.ok('POST /lh/deposit', { config_id, amount: '5.123457', key: PAY_PASSWORD }, options);
}

/**
 * A user who has used what calls write. `fillEmptyTables` writes a row into each other table of users.
 * All ids that they get are above `firstId`.
 */
export async function wellUsed(
  { app, open }: Pick<OptionStage, 'app' | 'open'>,
  tables: OwnedTables,
  { mark, firstId, sign }: { readonly mark: string; readonly firstId: number; readonly sign: number },
): Promise<WellUsed> {
  await beginIdsAt(app.database, tables, firstId);
  const person = await signUp(app, { email: `${mark}@example.com`, level: 0, funds: fundsOf(sign) });
  // No other row has the number that the user has.
  await beginIdsAt(app.database, tables, firstId + FIRST_ROWS);
  await app.database.query('update user_account set pay_password_hash = $2, mobile = $3 where id = $1', [
    person.id,
    await hashSecret(PAY_PASSWORD),
    `668123456${sign}`,
  ]);
  const token = await confirmedSession(app, person);
  const options = { token };
  const { secret } = await app.ok('POST /safe/totp/begin', {}, options);
  const proof = await proofOf(app, options, { change: 'set_authenticator' });
  await app.ok('POST /safe/totp/confirm', { totp: codeAt(secret, app.now()), ...proof }, options);
  const keyed = () => ({ token, idempotencyKey: randomUUID() });
  await app.ok(
    'POST /user/real',
    { real_type: 1, id_type: 'passport', country: 'GB', name: `${mark} doe`, card_id: `${sign}X${mark}` },
    options,
  );
  await app.database.query('update user_account set verification_level = 2 where id = $1', [person.id]);
  await app.ok('POST /user/editNickname', { nickname: mark.slice(0, 10), signature: `words of ${mark}` }, options);
  await app.ok('POST /user/uploadHeadPortrait', { avatar: await uploaded(app, token) }, options);
  await app.ok('POST /optional/add', { symbol: 'ETH/USDT' }, options);
  await app.ok('POST /optional/group', { name: mark.slice(0, 20) }, options);
  await app.ok('POST /brakes', { max_multiple: 50, daily_loss: `9${sign}13.57` }, options);
  await app.ok('POST /wallet/get_in_address', { currency_id: 3, network: 'ERC20' }, options);
  await claim(app, person, { account: `${mark}-account`, voucher: await uploaded(app, token), amount: `12${sign}.75` });
  await app.ok(
    'POST /wallet/change',
    { currency_id: 3, from_field: 'legal', to_field: 'change', number: `1${sign}.123457` },
    keyed(),
  );
  for (const target_price of ['59000', '60500'])
    await app.ok(
      'POST /coin/trade',
      { currency_id: 1, legal_id: 3, type: 'buy', target_price, amount: `0.1${sign}13` },
      keyed(),
    );
  await app.ok(
    'POST /plans/start',
    {
      kind: 'recurring',
      symbol: 'BTC/USDT',
      side: 'buy',
      quote_amount: `1${sign}.123457`,
      every: 'day',
      first_at: app.now() + 86_400_000,
    },
    keyed(),
  );
  await app.ok(
    'POST /lever/submit',
    { symbol: 'BTC/USDT-PERP', type: 1, amount: '0.1', multiple: 10, stop_loss_price: '58000' },
    keyed(),
  );
  await app.ok(
    'POST /lever/submit',
    { symbol: 'BTC/USDT-PERP', type: 1, amount: '0.1', multiple: 10, kind: 'limit', target_price: '59000' },
    keyed(),
  );
  await open({ ...person, token });
  await lockSome(app, keyed());
  const bank_id = await bankFor(app, 'USD');
  const { quote } = buying(app);
  const { quote_id } = await quote({ ...person, token }, { amount: `51${sign}` });
  const payer = { full_name: `${mark} doe`, email: `${mark}@example.com`, phone: `668123456${sign}` };
  await app.ok('POST /quickbuy/order', { quote_id, bank_id, ...payer, first_name: mark, last_name: 'doe' }, keyed());
  await quote({ ...person, token }, { amount: `61${sign}` });
  const picture = await uploaded(app, token);
  await app.ok('POST /support/message', { client_id: randomUUID(), text: `words of ${mark}`, picture }, options);
  return { ...person, token, mark };
}
