import { contract } from '@tessera/api/contract';
import { type Call, staffRoles } from '@tessera/api/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakePasskey } from '../../../test/fake-passkey.ts';
import { STAFF_PASSWORD, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { resetFactor } from './factor-reset.ts';
import { setDisabled } from './members.ts';
import { grantRight } from './release-rights.ts';

/* What a member, or who has their session, was about to add while the session ended: by a reset of the factor, for example. */

type Member = Awaited<ReturnType<typeof signInStaff>>;

const ISSUER = 'https://token.example';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ CI_ISSUERS: `${ISSUER}=${ISSUER}/keys` });
});
afterAll(() => app.close());

async function developer(): Promise<Member> {
  const member = await signInStaff(app, 'developer');
  const right = { action: 'publish', remote: 'markets', environment: 'production' } as const;
  await app.database.transaction((tx) =>
    grantRight(
      tx,
      member.id,
      { ...right, percent: null, from: null, until: null },
      { by: member.id, reason: 'test' },
      app.now(),
    ),
  );
  return member;
}

/** Makes a call while a change is made that is not committed yet. */
async function amidEnd<T>(change: (tx: Transaction) => Promise<unknown>, begin: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | null = null;
  await app.database.transaction(async (tx) => {
    await change(tx);
    begun ??= begin();
    let over = false;
    begun.finally(() => {
      over = true;
    });
    for (let looks = 0; looks < 2_000 && !over; looks++) {
      const waits = await app.database.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (waits.length > 0) break;
    }
  });
  if (begun === null) throw new Error('nothing was begun');
  return begun;
}

/** The calls by which members add what works without their session. */
const CALLS: Readonly<Record<string, (member: Member) => Promise<() => ReturnType<TestApp['call']>>>> = {
  'POST /staff/machines/create': async ({ token }) => {
    const input = { name: 'ci', rights: 'publish markets production', days: 30 };
    return () => app.call('POST /staff/machines/create', input, { token });
  },
  'POST /staff/machines/bindings/create': async ({ token }) => {
    const input = {
      name: 'ci',
      issuer: ISSUER,
      audience: 'https://h5.example',
      claims: 'repository = team/markets',
      rights: 'publish markets production',
    };
    return () => app.call('POST /staff/machines/bindings/create', input, { token });
  },
  'POST /staff/machines/login/approve': async ({ token }) => {
    const asked = { name: 'cli', rights: 'publish markets production' };
    const { code } = await app.ok('POST /staff/machines/login/begin', asked);
    return () => app.call('POST /staff/machines/login/approve', { code }, { token });
  },
  'POST /staff/passkey/new': async ({ token }) => {
    const { options } = await app.ok('POST /staff/passkey/new/begin', {}, { token });
    const passkey = new FakePasskey().create(options);
    return () => app.call('POST /staff/passkey/new', { passkey, name: 'Key' }, { token });
  },
  'POST /staff/recovery_codes':
    async ({ token }) =>
    () =>
      app.call('POST /staff/recovery_codes', {}, { token }),
  'POST /staff/password': async ({ token }) => {
    const input = { old_password: STAFF_PASSWORD, password: 'correct-horse-77-staple' };
    return () => app.call('POST /staff/password', input, { token });
  },
};

const countOf = async (member: Member) => {
  const [row] = await app.database.query<{ count: number }>(
    `select (select count(*)::int from machine_token where staff_id = $1 and revoked_at is null)
          + (select count(*)::int from ci_binding where staff_id = $1 and revoked_at is null)
          + (select count(*)::int from machine_login where staff_id = $1)
          + (select count(*)::int from passkey where holder = $2)
          + (select count(*)::int from recovery_code where holder = $2) as count`,
    [member.id, `staff:${member.id}`],
  );
  return row?.count;
};
const passwordOf = (member: Member) =>
  app.database.query('select password_hash from staff_member where id = $1', [member.id]);

for (const [callId, prepare] of Object.entries(CALLS)) {
  test(`${callId} adds nothing where the factors of the member are reset meanwhile`, async () => {
    const member = await developer();
    const call = await prepare(member);
    const before = await passwordOf(member);
    const outcome = await amidEnd(
      (tx) => resetFactor(tx, { id: member.id, by: member.id, reason: 'test' }, app.now()),
      call,
    );
    expect(outcome).toMatchObject({ error: 'session_invalid' });
    expect(await countOf(member)).toBe(0);
    expect(await passwordOf(member)).toEqual(before);
  });

  test(`${callId} adds nothing where the member is disabled meanwhile, also once they are enabled again`, async () => {
    const member = await developer();
    const call = await prepare(member);
    const before = [await countOf(member), await passwordOf(member)];
    const outcome = await amidEnd((tx) => setDisabled(tx, member.account, true, app.now()), call);
    expect(outcome).toMatchObject({ error: 'session_invalid' });
    await setDisabled(app.database, member.account, false, app.now());
    expect([await countOf(member), await passwordOf(member)]).toEqual(before);
  });
}

test('every call of members about themselves that needs a fresh factor is among them', () => {
  const own = Object.entries<Call>(contract).filter(
    ([callId, { staff }]) =>
      callId.startsWith('POST /staff/') && staff?.roles === staffRoles && staff.confirmed === true,
  );
  // These only begin, or decide what another member asked for.
  const other = ['POST /staff/passkey/new/begin', 'POST /staff/changes/approve', 'POST /staff/changes/end'];
  expect(
    own
      .map(([callId]) => callId)
      .filter((callId) => !other.includes(callId))
      .sort(),
  ).toEqual(Object.keys(CALLS).sort());
});
