import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { uploaded } from '../../../test/upload-picture.ts';
import { identityQueue } from './queue.ts';

let app: TestApp;
let ann: Person;
beforeEach(async () => {
  app = await createTestApp();
  ann = await signUp(app);
});
afterEach(() => app.close());

const details = { id_type: 'passport', name: 'Ada Lovelace', card_id: 'X12345678' };
const ask = (real_type: 1 | 2, more: Record<string, unknown> = {}, token = ann.token) =>
  app.call('POST /user/real', { ...details, real_type, ...more }, { token });
const state = () => app.ok('GET /real/state', {}, { token: ann.token });

async function decide(reason: string | null) {
  const [request] = await app.database.query<{ id: string }>('select max(id) as id from verification_request');
  const id = request?.id ?? '';
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
      message: { level: 0, state: 'under_review', name: 'A***', card_id: '****5678', submitted_at: app.now() },
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

describe('the levels', () => {
  it('list what each level may do', async () => {
    const { verification } = await app.ok('GET /user/levellist');
    expect(verification).toEqual([
      { level: 0, order_limit_usdt: '500', withdrawal_limit_btc: null },
      { level: 1, order_limit_usdt: '2000', withdrawal_limit_btc: '200' },
      { level: 2, order_limit_usdt: '1000000', withdrawal_limit_btc: '500' },
    ]);
  });
});
