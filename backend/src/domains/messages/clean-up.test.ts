import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { wants } from './preferences.ts';
import { tellUser } from './user-messages.ts';

const DAY = 86_400_000;

let app: TestApp;
let nodes: ReturnType<typeof recurringJobsOf>[];
beforeAll(async () => {
  app = await createTestApp();
  nodes = ['one', 'other'].map((holder) => recurringJobsOf(app, { holder }));
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await app.close();
});

const tell = ({ id }: Person, kind: 'payment_received' | 'security_frozen', reference: string, days: number) =>
  app.database.transaction((tx) =>
    tellUser(tx, {
      userId: id,
      kind,
      named: {},
      reference,
      at: app.now() - days * DAY,
      byMail: false,
    }),
  );
const kept = async ({ id }: Person) =>
  (
    await app.database.query<{ reference: string }>(
      'select reference from user_message where user_id = $1 order by reference',
      [id],
    )
  ).map(({ reference }) => reference);

test('read messages go after a year, those of security and unread ones after two, on whichever node', async () => {
  const [ann, bob] = [await signUp(app), await signUp(app)];
  for (const [person, kind] of [
    [ann, 'payment_received'],
    [bob, 'security_frozen'],
  ] as const) {
    await tell(person, kind, 'a fresh', 1);
    await tell(person, kind, 'b near', 364);
    await tell(person, kind, 'c past', 366);
    await tell(person, kind, 'd unread', 367);
    await tell(person, kind, 'e old', 731);
    await app.database.query(`update user_message set read = true where user_id = $1 and reference <> 'd unread'`, [
      person.id,
    ]);
  }
  // What a user did not want in the centre is kept as long as what was read.
  await app.ok('POST /mailMessage/preferences', { topic: 'payments', channel: 'app', on: false }, { token: ann.token });
  expect(await wants(app.database, { userId: ann.id, topic: 'payments', channel: 'app' })).toBe(false);
  await tell(ann, 'payment_received', 'f unwanted', 366);

  await Promise.all(nodes.map((node) => node.turn('user-messages-clean-up')));
  expect(await kept(ann)).toEqual(['a fresh', 'b near', 'd unread']);
  expect(await kept(bob)).toEqual(['a fresh', 'b near', 'c past', 'd unread']);
});
