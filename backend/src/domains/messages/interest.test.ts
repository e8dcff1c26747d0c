import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { toldOf } from '../../../test/told.ts';
import { houseAccount, postJournals, userAccount } from '../../platform/ledger/index.ts';
import { lastTold } from './interest.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let app: TestApp;
let jobs: ReturnType<typeof recurringJobsOf>;
let other: ReturnType<typeof recurringJobsOf>;
beforeAll(async () => {
  app = await createTestApp();
  jobs = recurringJobsOf(app);
  other = recurringJobsOf(app, { holder: 'another node' });
  await turn();
});
afterAll(async () => {
  await jobs.stop();
  await other.stop();
  await app.close();
});

const turn = () => Promise.all([jobs.turn('interest-messages'), other.turn('interest-messages')]);

let journals = 0;
const pay = ({ id }: Person, amount: string, currency: string, kind = 'mining_interest') =>
  app.database.transaction((tx) =>
    postJournals(tx, [
      {
        ref: `test-interest:${++journals}`,
        kind: kind as 'mining_interest',
        at: app.now(),
        entries: [
          { account: houseAccount('interest'), currency, amount: `-${amount}` },
          { account: userAccount(id, 'change'), currency, amount },
        ],
      },
    ]),
  );
/** Lets time pass to behind the next moment at which interest is told. */
async function nextDay(): Promise<void> {
  app.advance(lastTold(app.now()) + DAY + 2 * 60_000 - app.now());
  await turn();
}

test('interest of a day is one message, whatever paid it, and the next day has its own', async () => {
  const [ann, ben] = [await signUp(app), await signUp(app)];
  await pay(ann, '0.25', 'USDT');
  await pay(ann, '0.5', 'USDT', 'invest_interest');
  await pay(ann, '0.00012345', 'BTC');
  await turn();
  expect(await toldOf(app, ann, 'interest')).toEqual([]);
  const kinds: string[] = [];
  const stop = app.accountEvents.listen((userId, { kind }) => userId === ann.id && kinds.push(kind));
  await nextDay();
  await turn();
  expect(await toldOf(app, ann, 'interest')).toEqual([
    {
      title: 'Interest paid: 0.75 USDT, 0.00012345 BTC',
      content:
        'You earned 0.75 USDT, 0.00012345 BTC since yesterday, from savings and locked mining. It is in your spot account.',
      link: '/pages/financial/index3',
    },
  ]);
  stop();
  // Balances on an open page follow with the message.
  expect(kinds.toSorted()).toEqual(['balance', 'message']);
  expect(await toldOf(app, ben, 'interest')).toEqual([]);
  await pay(ann, '1', 'USDT');
  await nextDay();
  await nextDay();
  expect((await toldOf(app, ann, 'interest')).map(({ title }) => title)).toEqual([
    'Interest paid: 1 USDT',
    'Interest paid: 0.75 USDT, 0.00012345 BTC',
  ]);
});

test('it is mailed and notified to users who ask for that, and kept from those who want none', async () => {
  const [ann, ben, eva] = [await signUp(app), await signUp(app), await signUp(app)];
  const prefer = (person: Person, channel: 'app' | 'mail', on: boolean) =>
    app.ok('POST /mailMessage/preferences', { topic: 'interest', channel, on }, { token: person.token });
  await prefer(ben, 'mail', true);
  await prefer(eva, 'app', false);
  for (const person of [ann, ben, eva]) await pay(person, '2.5', 'USDT');
  await nextDay();
  expect((await toldOf(app, eva, 'interest')).length).toBe(0);
  expect((await toldOf(app, ann, 'interest')).length).toBe(1);
  const mailed = app.outbox.filter(({ subject }) => subject.startsWith('Interest paid')).map(({ to }) => to);
  expect(mailed).toEqual([ben.email]);
});

test('what else is paid, and what is paid back, is no interest', async () => {
  const ann = await signUp(app);
  await pay(ann, '7', 'USDT', 'invest_settle');
  await nextDay();
  expect(await toldOf(app, ann, 'interest')).toEqual([]);
});
