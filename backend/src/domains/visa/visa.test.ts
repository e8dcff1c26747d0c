import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { signInStaff, uploadOf } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const DAY = 86_400_000;

let app: TestApp;
let mara: Awaited<ReturnType<typeof signInStaff>>;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
  mara = await signInStaff(app, 'reviewer');
});
afterAll(() => app.close());
beforeEach(async () => {
  app.feed.setPrice('BTC/USDT', '60000');
  ann = await signUp(app, { level: 1, funds: { change: { USDT: '14000' }, legal: { BTC: '0.1' } } });
});

const payload = async ({ id }: Person, changes: Record<string, unknown> = {}) => ({
  front_pic: await uploadOf(app, id),
  reverse_pic: await uploadOf(app, id),
  nation: 'DE',
  address: 'Main Street 1, 10115 Berlin',
  phone: '+4915112345678',
  ...changes,
});
const apply = async (person = ann, changes: Record<string, unknown> = {}) =>
  app.call('POST /user/visasave', await payload(person, changes), {
    token: person.token,
    idempotencyKey: randomUUID(),
  });
const state = ({ token } = ann) => app.ok('POST /user/visausernewone', {}, { token });
const idOf = async () => (await state()).application?.id ?? '';

describe('a visa card', () => {
  it('asks for 20,000 USDT in all accounts together, by the index', async () => {
    expect(await state()).toEqual({ application: null, total: '20000', required: '20000' });
    // The last trade moves nothing.
    app.feed.setPrice('BTC/USDT', '90000', { index: '59999.9' });
    expect((await state()).total).toBe('19999.99');
    const rejected = await apply();
    expect(rejected).toMatchObject({ error: 'visa_balance_too_low', message: expect.stringContaining('20000') });
    app.feed.setPrice('BTC/USDT', '60000');
    expect(await apply()).toMatchObject({ type: 'ok', message: { status: 'under_review', nation: 'DE' } });
    expect(await apply()).toMatchObject({ error: 'already_under_review' });
  });

  it('asks no pictures again of a user whose document was reviewed, and both of all others', async () => {
    const none = { front_pic: undefined, reverse_pic: undefined };
    expect(await apply(ann, none)).toMatchObject({ error: 'field_required', field: 'front_pic' });
    const eva = await signUp(app, { level: 2, funds: { change: { USDT: '20000' } } });
    expect(await apply(eva, { reverse_pic: undefined })).toMatchObject({ error: 'field_required' });
    expect(await apply(eva, none)).toMatchObject({ type: 'ok', message: { status: 'under_review' } });
    const { list } = await app.ok('GET /staff/queue/list', { queue: 'visa', status: 'pending' }, { token: mara.token });
    const item = list.find(({ user }) => user.uid === eva.uid);
    expect(item).toMatchObject({ pictures: [] });
    expect(item?.details).toContainEqual({ name: 'verification_level', value: '2' });
  });

  it('of two applications at once has one', async () => {
    const outcomes = await Promise.all([apply(), apply(), apply()]);
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  });

  it('is reviewed by staff with its pictures, can be applied for again after a rejection, and once', async () => {
    await apply();
    const item = { queue: 'visa', id: await idOf() };
    const claimed = await app.ok('POST /staff/queue/claim', item, { token: mara.token });
    expect(claimed.details).toContainEqual({ name: 'total', value: '20000' });
    const upload = claimed.pictures[1]?.split('/').at(-1) ?? '';
    expect(
      await app.ports.viewPicture({ ...mara, role: 'reviewer', sessionId: '1', key: null, browser: null }, upload),
    ).toBe(true);
    const rejection = { ...item, reason: 'The picture is too dark' };
    await app.ok('POST /staff/queue/reject', rejection, { token: mara.token });
    expect((await state()).application).toMatchObject({ status: 'rejected', reason: rejection.reason });
    expect(await apply()).toMatchObject({ type: 'ok' });
    const again = { queue: 'visa', id: await idOf() };
    await app.ok('POST /staff/queue/approve', again, { token: mara.token });
    expect(await app.rejection('POST /staff/queue/approve', again, { token: mara.token })).toMatchObject({
      error: 'already_reviewed',
    });
    expect((await state()).application?.status).toBe('approved');
    expect(await apply()).toMatchObject({ error: 'visa_already_approved' });
    const { list } = await app.ok(
      'GET /staff/queue/list',
      { queue: 'visa', status: 'approved' },
      { token: mara.token },
    );
    expect(list.map(({ id }) => id)).toContain(again.id);
  });

  it.each([
    [{ front_pic: '/api/uploads/somebody-elses-picture.jpg' }, 'upload_unknown', 'front_pic'],
    [{ phone: 'none' }, 'invalid_mobile', 'phone'],
    [{ nation: 'XX' }, 'field_unknown_choice', 'nation'],
    [{ address: 'x' }, 'field_too_short', 'address'],
  ])('with %j is rejected: %s', async (changes, error, field) => {
    expect(await apply(ann, changes)).toMatchObject({ error, field });
  });

  it('takes one picture of each side', async () => {
    const once = await uploadOf(app, ann.id);
    expect(await apply(ann, { front_pic: once, reverse_pic: once })).toMatchObject({ error: 'pictures_required' });
  });

  it('is granted by what the accounts hold when staff decide', async () => {
    await apply();
    const item = { queue: 'visa', id: await idOf() };
    app.feed.setPrice('BTC/USDT', '59000');
    const approve = () => app.call('POST /staff/queue/approve', item, { token: mara.token });
    expect(await approve()).toMatchObject({ error: 'visa_balance_too_low', message: expect.stringContaining('20000') });
    expect((await state()).application?.status).toBe('under_review');
    app.feed.setPrice('BTC/USDT', '60000');
    const heard: string[] = [];
    const stop = app.accountEvents.listen((userId, { kind }) => void (userId === ann.id && heard.push(kind)));
    expect(await approve()).toMatchObject({ type: 'ok' });
    // Open pages read the state of the application anew by it.
    await expect.poll(() => heard).toContain('profile');
    stop();
    const told = app.outbox.filter(
      ({ to, subject }) => to === ann.email && subject === 'Your card application is approved',
    );
    expect(told).toHaveLength(1);
    const { list } = await app.ok('GET /mailMessage/getList', {}, { token: ann.token });
    expect(list.filter(({ title }) => title === 'Your card application is approved')).toHaveLength(1);
  });

  it('keeps a picture that another request gave up', async () => {
    const pictures = { front_pic: await uploadOf(app, ann.id), reverse_pic: await uploadOf(app, ann.id) };
    const document = { real_type: '2', id_type: 'passport', country: 'DE', name: 'Ann Lee', card_id: 'C01X00T47' };
    await app.ok('POST /user/real', { ...document, ...pictures }, { token: ann.token });
    const [request] = await app.database.query<{ id: string }>(
      'select id from verification_request where user_id = $1',
      [ann.id],
    );
    const refusal = { queue: 'identity', id: request?.id ?? '', reason: 'Not readable' };
    await app.ok('POST /staff/queue/reject', refusal, { token: mara.token });
    await app.database.query(`update verification_request set reviewed_at = $2 where user_id = $1`, [
      ann.id,
      new Date(app.now() - 91 * DAY),
    ]);
    await app.database.query('update upload set at = $2 where user_id = $1', [ann.id, new Date(app.now() - 91 * DAY)]);
    expect(await apply(ann, pictures)).toMatchObject({ type: 'ok' });
    const jobs = recurringJobsOf(app);
    expect(await jobs.turn('kyc-retention')).toBe('done');
    expect(await jobs.turn('uploads-clean-up')).toBe('done');
    await jobs.stop();
    const names = Object.values(pictures).map((location) => location.split('/').at(-1));
    const kept = await app.database.query('select name from upload where name = any($1)', [names]);
    expect(kept).toHaveLength(2);
  });

  it('gives its pictures up after their time', async () => {
    await apply();
    const item = { queue: 'visa', id: await idOf() };
    await app.ok('POST /staff/queue/reject', { ...item, reason: 'Not readable' }, { token: mara.token });
    const jobs = recurringJobsOf(app);
    app.advance(91 * DAY);
    expect(await jobs.turn('visa-retention')).toBe('done');
    await jobs.stop();
    const rows = await app.database.query('select front_pic, reverse_pic from visa_application where id = $1', [
      item.id,
    ]);
    expect(rows).toEqual([{ front_pic: null, reverse_pic: null }]);
  });
});
