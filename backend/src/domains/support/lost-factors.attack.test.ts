import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { enrolAuthenticator } from '../../../test/factors.ts';
import { PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

/* Reports of lost factors come without a session: from an owner, from a stranger, and from who guesses. */

const DAY = 86_400_000;
let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ann = await signUp(app, { level: 1 });
  await enrolAuthenticator(app, ann);
});

const report = (changes: Record<string, unknown> = {}) =>
  app.call('POST /support/lost_factors', { user_string: ann.email, password: PASSWORD, ...changes });
const tickets = ({ id }: Person = ann) =>
  app.database.query<{ reference: string; status: string }>(
    `select reference, status from support_conversation where user_id = $1 order by id`,
    [id],
  );

it('opens one ticket for support, to the contact of the account; again it is the same', async () => {
  const outcome = await report({ text: 'My phone is in the lake' });
  const [ticket] = await tickets();
  expect(outcome).toMatchObject({ message: { reference: ticket?.reference } });
  expect(await report({ text: 'Once more' })).toMatchObject({ message: { reference: ticket?.reference } });
  expect(
    app.outbox.filter(({ to, subject }) => to === ann.email && subject.includes(`${ticket?.reference}`)),
  ).toHaveLength(1);
  const mara = await signInStaff(app, 'support');
  const { list } = await app.ok('GET /staff/support/inbox', { box: 'unattended' }, { token: mara.token });
  expect(list.find(({ reference }) => reference === ticket?.reference)).toMatchObject({
    user: { uid: ann.uid },
    title: 'Second factor and recovery codes lost',
  });
});

it('several at once are one ticket', async () => {
  await Promise.allSettled([report(), report(), report(), report()]);
  expect(await tickets()).toHaveLength(1);
});

it('shows no more of an account than a log-in does, and its tries are those of the log-in', async () => {
  const wrong = { password: 'not-the-password-1' };
  const unknown = await report({ ...wrong, user_string: 'nobody-at-all@example.com' });
  expect(await report(wrong)).toEqual(unknown);
  expect(unknown).toMatchObject({ error: 'wrong_credentials' });
  expect(await tickets()).toEqual([]);
  for (let tries = 0; tries < 4; tries += 1) await report(wrong);
  expect(await report(wrong)).toMatchObject({ error: 'proof_required' });
  expect(await app.call('POST /user/login', { user_string: ann.email, ...wrong })).toMatchObject({
    error: 'proof_required',
  });
});

it('is no way to wear agents out: three a week, whoever closes them', async () => {
  let taken = 0;
  for (let day = 0; day < 6; day += 1) {
    taken += (await report().catch(() => null))?.type === 'ok' ? 1 : 0;
    await app.database.query(
      `update support_conversation set status = 'resolved', resolved_at = created_at, waiting_since = null
        where user_id = $1`,
      [ann.id],
    );
    app.advance(DAY);
  }
  expect([taken, (await tickets()).length]).toEqual([3, 3]);
});

it('an account that no reply reaches is refused, and no ticket is opened', async () => {
  await app.database.query(`update user_account set email = null, shared_mobile = '4915112345678' where id = $1`, [
    ann.id,
  ]);
  expect(await report({ user_string: '15112345678', area_code: '49' })).toMatchObject({ error: 'contact_missing' });
  expect(await tickets()).toEqual([]);
});

it('an account without a second factor has none to lose', async () => {
  const ben = await signUp(app);
  expect(await report({ user_string: ben.email })).toMatchObject({ error: 'factor_missing' });
  expect(await tickets(ben)).toEqual([]);
});
