import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { uploaded } from '../../../test/upload-picture.ts';

/*
 * Attacks on identity verification: what a user gains who sends requests at the wrong moment, many at once, or with
 * what is another's.
 */

let app: TestApp;
let eve: Person;
let reviewers: { readonly token: string }[];
let documents = 0;

beforeAll(async () => {
  app = await createTestApp();
  reviewers = [await signInStaff(app, 'reviewer'), await signInStaff(app, 'admin')];
});
afterAll(() => app.close());
beforeEach(async () => {
  documents += 1;
  eve = await signUp(app);
});

const request = (more: Record<string, unknown> = {}) => ({
  real_type: 1,
  id_type: 'passport',
  country: 'DE',
  name: 'Eve Example',
  card_id: `C01X${documents}00T47`,
  ...more,
});
const ask = (person: Person, more?: Record<string, unknown>) =>
  app.call('POST /user/real', request(more), { token: person.token });
const state = ({ token }: Person) => app.ok('GET /real/state', {}, { token });
const pending = async ({ uid }: Person) =>
  (
    await app.ok('GET /staff/queue/list', { queue: 'identity', status: 'pending', limit: 100 }, reviewers[0])
  ).list.filter(({ user }) => user.uid === uid);
const decide = (verdict: 'approve' | 'reject', id: string, by = 0) =>
  verdict === 'approve'
    ? app.call('POST /staff/queue/approve', { queue: 'identity', id }, reviewers[by])
    : app.call('POST /staff/queue/reject', { queue: 'identity', id, reason: 'Not legible' }, reviewers[by]);
const first = async (person: Person): Promise<string> => (await pending(person))[0]?.id ?? '';
const codes = (outcomes: readonly { readonly type: string; readonly error?: string }[]) =>
  outcomes.map(({ type, error }) => error ?? type).toSorted();

test('of fifty requests at once one waits, and none is added while it does', async () => {
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => ask(eve)));
  expect(codes(outcomes)).toEqual([...Array(49).fill('already_under_review'), 'ok']);
  expect(await ask(eve, { name: 'Somebody Else' })).toMatchObject({ error: 'already_under_review' });
  expect(await pending(eve)).toHaveLength(1);
});

test('approved, refused and sent anew at once: one decision holds, and no level without one', async () => {
  for (let round = 0; round < 5; round++) {
    documents += 1;
    const user = await signUp(app);
    await ask(user);
    const id = await first(user);
    const outcomes = await Promise.all([decide('approve', id), decide('reject', id, 1), ask(user), ask(user)]);
    const decided = outcomes.slice(0, 2).filter(({ type }) => type === 'ok');
    expect(decided).toHaveLength(1);
    const { level } = await state(user);
    expect(level).toBe(outcomes[0]?.type === 'ok' ? 1 : 0);
    // What was sent anew after a refusal waits by itself; the decision on the former request is spent.
    expect(await decide('approve', id)).toMatchObject({ error: 'already_reviewed' });
    expect((await state(user)).level).toBe(level);
    expect((await pending(user)).every((item) => item.id !== id)).toBe(true);
  }
});

test('the advanced level is not asked for without the basic one, nor by a request that was made for it', async () => {
  const pictures = { front_pic: await uploaded(app, eve.token), reverse_pic: await uploaded(app, eve.token) };
  expect(await ask(eve, { real_type: 2, ...pictures })).toMatchObject({ error: 'basic_level_first' });
  await ask(eve);
  expect(await ask(eve, { real_type: 2, ...pictures })).toMatchObject({ error: 'basic_level_first' });
  const id = await first(eve);
  const [, raced] = await Promise.all([decide('approve', id), ask(eve, { real_type: 2, ...pictures })]);
  expect((await state(eve)).level).toBe(1);
  if (raced.type !== 'ok') expect(['basic_level_first', 'already_under_review']).toContain(raced.error);
});

test('pictures are one’s own, of both sides, and shown to no other user', async () => {
  await ask(eve);
  await decide('approve', await first(eve));
  const ann = await signUp(app);
  const stolen = await uploaded(app, ann.token);
  const own = await uploaded(app, eve.token);
  const advanced = (more: Record<string, unknown>) =>
    ask(eve, { real_type: 2, front_pic: own, reverse_pic: own, ...more });
  expect(await advanced({ front_pic: stolen })).toMatchObject({ error: 'upload_unknown', field: 'front_pic' });
  expect(await advanced({})).toMatchObject({ error: 'pictures_required', field: 'reverse_pic' });
  expect(await advanced({ reverse_pic: await uploaded(app, eve.token) })).toMatchObject({ type: 'ok' });
  const seen = await app.app.inject({ url: own, headers: { authorization: ann.token } });
  expect(seen.statusCode).toBe(404);
});

test('a document verifies one account, however it is written, also if two are approved at once', async () => {
  const [ann, ben, cleo] = [await signUp(app), await signUp(app), await signUp(app)];
  const card_id = `AB ${documents}12-34`;
  await ask(ann, { card_id });
  await ask(ben, { card_id: card_id.toLowerCase().replaceAll(/[ -]/g, '') });
  const [item] = await pending(ann);
  expect(item?.warnings).toEqual([{ code: 'same_document', items: [await first(ben)] }]);
  const outcomes = await Promise.all([decide('approve', await first(ann)), decide('approve', await first(ben), 1)]);
  expect(codes(outcomes)).toEqual(['document_used', 'ok']);
  // The number of another country's document is another document.
  await ask(cleo, { card_id, country: 'FR' });
  expect(await decide('approve', await first(cleo))).toMatchObject({ type: 'ok' });
  const levels = await Promise.all([ann, ben].map(async (person) => (await state(person)).level));
  expect(levels.toSorted()).toEqual([0, 1]);
});

test.each([
  ['Cyrillic letters', (number: string) => number.replace('A', '\u0410').replace('B', '\u0412')],
  ['small Cyrillic letters', (number: string) => number.replace('A', '\u0430').replace('O', '\u043e')],
  ['Greek letters', (number: string) => number.replace('A', '\u0391').replace('O', '\u039f')],
  ['a zero for an O', (number: string) => number.replace('O', '0')],
  ['a one for an I', (number: string) => number.replace('I', '1')],
  ['letters of mathematics', (number: string) => number.replace('A', '\u{1d400}')],
  ['accents', (number: string) => number.replace('A', '\u00c1').replace('O', 'O\u0308')],
])('a document verifies no second account by %s, which its picture does not tell apart', async (_, written) => {
  const [ann, ben] = [await signUp(app), await signUp(app)];
  const card_id = `ABOI${documents}56`;
  await ask(ann, { card_id });
  await decide('approve', await first(ann));
  expect(await ask(ben, { card_id: written(card_id) })).toMatchObject({ type: 'ok' });
  const [item] = await pending(ben);
  expect(item?.warnings.map(({ code }) => code)).toEqual(['same_document']);
  expect(await decide('approve', await first(ben))).toMatchObject({ error: 'document_used' });
});

test.each([
  ['letters of a script that looks like Latin', '\ua4d0\ua4ee123456'],
  ['letters with a stroke', '\u00d8\u0110123456'],
])('a document has no number of %s', async (_, card_id) => {
  expect(await ask(eve, { card_id })).toMatchObject({ error: 'field_special_characters', field: 'card_id' });
});

test('a further level under another name is shown with what verified the user before', async () => {
  const [ann, ben] = [await signUp(app), await signUp(app)];
  const advanced = async (person: Person, name: string) => {
    await ask(person, { name: 'Ann Example' });
    const before = await first(person);
    await decide('approve', before);
    const [front_pic, reverse_pic] = [await uploaded(app, person.token), await uploaded(app, person.token)];
    await ask(person, { real_type: 2, name, front_pic, reverse_pic });
    const [item] = await pending(person);
    return { before, warnings: item?.warnings.filter(({ code }) => code === 'other_name') };
  };
  const thief = await advanced(ann, 'Eve Mallory');
  expect(thief.warnings).toEqual([{ code: 'other_name', items: [thief.before] }]);
  expect((await advanced(ben, 'EXAMPLE ANN')).warnings).toEqual([]);
});

test('a request reaches no one who may not see it', async () => {
  await ask(eve);
  const support = await signInStaff(app, 'support');
  const operator = await signInStaff(app, 'operator');
  const id = await first(eve);
  const approve = (token: string) => app.call('POST /staff/queue/approve', { queue: 'identity', id }, { token });
  for (const { token } of [support, operator, eve]) expect((await approve(token)).type).not.toBe('ok');
  expect((await state(eve)).level).toBe(0);
});
