import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { uploaded } from '../../../test/upload-picture.ts';
import { countryOfTrader } from '../instruments/index.ts';
import { identityQueue } from './queue.ts';

let app: TestApp;
let ann: Person;
let documents = 0;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ann = await signUp(app);
  documents += 1;
});

const details = { id_type: 'passport', country: 'DE', name: 'Ada Lovelace' };
/** A document of each test's own. */
const cardId = () => `X-1234 ${documents}5678`;
const ask = (real_type: 1 | 2, more: Record<string, unknown> = {}, token = ann.token) =>
  app.call('POST /user/real', { ...details, card_id: cardId(), real_type, ...more }, { token });
const state = () => app.ok('GET /real/state', {}, { token: ann.token });

async function lastRequest(): Promise<string> {
  const [request] = await app.database.query<{ id: string }>('select max(id) as id from verification_request');
  return request?.id ?? '';
}

async function decide(reason: string | null, id?: string) {
  id ??= await lastRequest();
  const [reviewer] = await app.database.query<{ id: string }>('select min(id) as id from staff_member');
  const decision = { reviewerId: reviewer?.id ?? '', at: app.now() };
  return app.database.transaction((tx) =>
    reason === null ? identityQueue.approve(tx, id, decision) : identityQueue.reject(tx, id, { ...decision, reason }),
  );
}

const upload = (token: string) => uploaded(app, token);

describe('identity verification', () => {
  it('begins with nothing, is reviewed, and shows names and numbers masked', async () => {
    expect(await state()).toMatchObject({ level: 0, state: 'not_verified', real_type: null });
    expect(await ask(1)).toMatchObject({
      message: {
        level: 0,
        state: 'under_review',
        name: 'A***',
        card_id: '****5678',
        country: 'DE',
        submitted_at: app.now(),
      },
    });
    expect(await ask(1)).toMatchObject({ error: 'already_under_review' });
    await decide(null);
    expect(await state()).toMatchObject({ level: 1, state: 'verified', reviewed_at: app.now() });
    expect(await ask(1)).toMatchObject({ error: 'already_verified', field: 'real_type' });
  });

  it('that failed returns the reason, changes no level, and can be requested again', async () => {
    await ask(1);
    await decide('The picture is blurred');
    expect(await state()).toMatchObject({ level: 0, state: 'failed', reason: 'The picture is blurred' });
    expect((await ask(1)).type).toBe('ok');
  });

  it('is decided once', async () => {
    await ask(1);
    await decide(null);
    await expect(decide('changed my mind')).rejects.toMatchObject({ code: 'already_reviewed' });
  });

  it('at level 2 comes after level 1 and needs both pictures, one’s own', async () => {
    const front_pic = await upload(ann.token);
    const reverse_pic = await upload(ann.token);
    expect(await ask(2, { front_pic, reverse_pic })).toMatchObject({ error: 'basic_level_first' });
    await ask(1);
    await decide(null);
    expect(await ask(2, { front_pic })).toMatchObject({ error: 'pictures_required', field: 'reverse_pic' });
    const ben = await signUp(app);
    expect(await ask(2, { front_pic, reverse_pic: await upload(ben.token) })).toMatchObject({
      error: 'upload_unknown',
      field: 'reverse_pic',
    });
    expect(await ask(2, { front_pic, reverse_pic })).toMatchObject({
      message: { state: 'under_review', real_type: 2 },
    });
  });
});

describe('the document that verified the user', () => {
  const pictures = async () => ({ front_pic: await upload(ann.token), reverse_pic: await upload(ann.token) });
  const again = async (more: Record<string, unknown> = {}) =>
    app.call('POST /user/real', { real_type: 2, same_document: true, ...(await pictures()), ...more }, ann);

  it('is not stated again for level 2, and is shown masked', async () => {
    expect((await state()).verified).toBeNull();
    await ask(1);
    expect((await state()).verified).toBeNull();
    await decide(null);
    const verified = { id_type: 'passport', country: 'DE', name: 'A***', card_id: '****5678' };
    expect((await state()).verified).toEqual(verified);
    expect(await again()).toMatchObject({ message: { state: 'under_review', real_type: 2, verified } });
    const [row] = await app.database.query(
      `select id_type, country, name, card_id from verification_request where id = $1`,
      [await lastRequest()],
    );
    expect(row).toMatchObject({ ...details, card_id: cardId() });
  });

  it('is the one that was verified, whatever was refused since', async () => {
    await ask(1);
    await decide(null);
    await ask(2, { ...(await pictures()), name: 'Ada King', country: 'FR' });
    await decide('Not legible');
    expect((await state()).verified).toMatchObject({ country: 'DE' });
    await again();
    const [row] = await app.database.query('select name, country from verification_request where id = $1', [
      await lastRequest(),
    ]);
    expect(row).toEqual({ name: 'Ada Lovelace', country: 'DE' });
  });

  it('is needed: without one, or where nothing is stated, the request is refused', async () => {
    await app.database.query('update user_account set verification_level = 1 where id = $1', [ann.id]);
    expect(await again()).toMatchObject({ error: 'field_required', field: 'card_id' });
    expect(await again({ same_document: false, name: 'Ada', card_id: cardId() })).toMatchObject({
      error: 'field_required',
      field: 'id_type',
    });
  });
});

describe('the levels', () => {
  it('list what each level may do', async () => {
    const { verification } = await app.ok('GET /user/levellist');
    expect(verification).toMatchObject([
      {
        level: 0,
        order_limit_usdt: '500',
        withdrawal_limit_btc: null,
        send_limit_usdt: null,
        deposit_limit_usdt: '500',
      },
      { level: 1, order_limit_usdt: '2000', withdrawal_limit_btc: '200', send_limit_usdt: '50000' },
      { level: 2, order_limit_usdt: '1000000', withdrawal_limit_btc: '500', deposit_limit_usdt: null },
    ]);
  });

  it('list what VIP levels ask for and give', async () => {
    const { list } = await app.ok('GET /user/levellist');
    expect(list).toHaveLength(6);
    expect(list[2]).toMatchObject({
      name: 'VIP 2',
      volume: '1000000',
      maker_fee_rate: '0.0008',
      loan: { limit: '1000000', day_rate: '0.0002' },
    });
  });
});

describe('the country of a user', () => {
  const country = async ({ token }: Person) => (await app.ok('GET /user/info', {}, { token })).country;

  it('is that of the phone number until a document is verified, and then the document’s', async () => {
    await app.database.query(`update user_account set mobile = '12125550199' where id = $1`, [ann.id]);
    const restricted = () => countryOfTrader(app.database, ann.id, ['US', 'DE']);
    await ask(1, { country: 'DE' });
    // What is only claimed changes nothing.
    expect([await country(ann), await restricted()]).toEqual(['US', 'US']);
    await decide('Not legible');
    expect(await country(ann)).toBe('US');
    await ask(1, { country: 'DE' });
    await decide(null);
    expect([await country(ann), await restricted()]).toEqual(['DE', 'DE']);
    await app.database.query(`update user_account set mobile = null where id = $1`, [ann.id]);
    expect(await restricted()).toBe('DE');
  });

  it('is one that exists', async () => {
    expect(await ask(1, { country: 'ZZ' })).toMatchObject({ error: 'field_unknown_choice', field: 'country' });
    expect(await ask(1, { country: 'Germany' })).toMatchObject({ type: 'error', field: 'country' });
    expect(await ask(1, { country: '' })).toMatchObject({ type: 'error', field: 'country' });
  });
});

describe('the limits of a user', () => {
  it('follow the level and the VIP level, with what is used of them', async () => {
    const limits = () => app.ok('GET /real/limits', {}, { token: ann.token });
    expect(await limits()).toEqual({
      order_limit_usdt: '500',
      list: [
        { kind: 'deposit', unit: 'USDT', period: 'total', limit: '500', used: '0' },
        { kind: 'withdrawal', unit: 'BTC', period: 'day', limit: '0', used: '0' },
        { kind: 'send', unit: 'USDT', period: 'day', limit: '0', used: '0' },
      ],
    });
    await app.database.transaction(async (tx) => {
      await tx.query('update user_account set verification_level = 2, vip_level = 2 where id = $1', [ann.id]);
      await tx.query('update vip_head set version = version + 1');
    });
    await app.ports.vip().refresh();
    expect((await limits()).list).toMatchObject([{ limit: null }, { limit: '750' }, { limit: '500000' }]);
  });

  it('refuse what they leave no room for', async () => {
    const limit = (kind: 'deposit' | 'withdrawal' | 'send', value: string) =>
      app.database.transaction((tx) => app.ports.limits().require(tx, ann.id, kind, value));
    await expect(limit('withdrawal', '0.1')).rejects.toMatchObject({ code: 'verification_required' });
    await expect(limit('send', '1')).rejects.toMatchObject({ code: 'verification_required' });
    await app.database.query('update user_account set verification_level = 1 where id = $1', [ann.id]);
    await limit('withdrawal', '200');
    await expect(limit('withdrawal', '200.00000001')).rejects.toMatchObject({ code: 'withdrawal_limit' });
    await limit('send', '50000');
    await expect(limit('send', '50000.01')).rejects.toMatchObject({
      code: 'send_limit',
      params: { left: '50000', unit: 'USDT' },
    });
    await limit('deposit', '1000000000');
  });
});

describe('the credit score', () => {
  it('is the sum of its parts, and the same wherever it stands', async () => {
    const credit = () => app.ok('GET /user/credit', {}, { token: ann.token });
    expect(await credit()).toMatchObject({
      score: 20,
      parts: [
        { name: 'identity', points: 0, max: 40 },
        { name: 'repayment', points: 20, max: 40 },
        { name: 'age', points: 0, max: 20 },
      ],
      repayment: null,
    });
    await app.database.query('update user_account set verification_level = 2, created_at = $2 where id = $1', [
      ann.id,
      new Date(app.now() - 365 * 86_400_000),
    ]);
    const { score, level } = await credit();
    expect([score, level]).toEqual([80, 2]);
    expect(await app.ok('GET /user/info', {}, { token: ann.token })).toMatchObject({ credit_score: score });
  });
});
