import { afterAll, beforeAll, expect, it } from 'vitest';
import { areLinked } from '../src/domains/copytrading/index.ts';
import { accountsOfPerson } from '../src/domains/referral/index.ts';
import { isOwnAccount } from '../src/domains/staff/own-account.ts';
import { linksOf, membersOf } from '../src/domains/surveillance/links.ts';
import { inboxOfMail } from '../src/platform/mail/inbox.ts';
import { signUp } from './people.ts';
import { signInStaff } from './staff-people.ts';
import { createTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const named = async (email: string) => {
  const user = await signUp(app);
  await app.database.query('update user_account set email = $2 where id = $1', [user.id, email]);
  return user;
};

it('the database and the backend read one inbox from the spellings of an address', async () => {
  const spellings = [
    'ann.n@x.example',
    'A.N.N.n+1@X.example',
    'annn+a+b@x.example',
    '"a@b"+c@x.example',
    '+@x.example',
  ];
  const rows = await app.database.query<{ address: string; inbox: string }>(
    'select address, inbox_of(address) as inbox from unnest($1::text[]) as address',
    [spellings],
  );
  expect(rows).toEqual(spellings.map((address) => ({ address, inbox: inboxOfMail(address) })));
  expect(new Set(rows.slice(0, 3).map(({ inbox }) => inbox))).toEqual(new Set(['annn@x.example']));
  // A dot of the domain is none of the name.
  expect(inboxOfMail('ann@x.y.example')).not.toBe(inboxOfMail('ann@xy.example'));
});

it('a plus address is no second person: for copies, works, referrals, coupons, surveillance and own requests', async () => {
  const one = await named('one.person@x.example');
  const again = await named('oneperson+2@X.example');
  const other = await named('one.person@y.example');
  expect(await areLinked(app.database, one.id, again.id)).toBe(true);
  expect(await areLinked(app.database, one.id, other.id)).toBe(false);
  expect(await accountsOfPerson(app.database, one.id)).toEqual([again.id]);
  expect(await accountsOfPerson(app.database, other.id)).toEqual([]);
  const subjects = await linksOf(app.database, [one.id, again.id, other.id]);
  const [shared] = [...subjects].find(([subject]) => subject.startsWith('inbox:')) ?? [''];
  expect([...(subjects.get(shared) ?? [])].toSorted()).toEqual([one.id, again.id].toSorted());
  expect((await membersOf(app.database, [shared])).get(shared)).toEqual([one.uid, again.uid].toSorted());
  const member = await signInStaff(app);
  await app.database.query('update staff_member set account = $2 where id = $1', [member.id, 'oneperson+s@x.example']);
  for (const [user, own] of [
    [one, true],
    [again, true],
    [other, false],
  ] as const) {
    expect(await isOwnAccount(app.database, user.uid, member.id)).toBe(own);
  }
});
