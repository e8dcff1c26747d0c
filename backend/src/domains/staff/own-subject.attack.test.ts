import { contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accepted, accepts } from '../../../test/form-values.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { SUBJECTS } from '../../platform/http/staff-policy.ts';

/*
 * Members of the staff who are customers too: no call of theirs is about their own account, nor do they decide one. A call names
 * the account by its UID, or its domain says whose it is (`staffSubjects`).
 */

/** Paths of calls that concern no account of a user, and why those that may do are made all the same. */
const OF_NONE: Readonly<Record<string, string>> = {
  announcements: 'for all users',
  calendars: 'terms for all users',
  chains: 'terms for all users',
  'changes/approve': 'the call that it approves is compared',
  'changes/end': 'it keeps a change from taking effect',
  chat: 'a message in a room moves no money',
  confirm: 'the member’s own factor',
  'coupons/campaign': 'terms for all users',
  currencies: 'terms for all users',
  factor: 'the member’s own factor',
  house: 'accounts of the house',
  instruments: 'terms for all users',
  invest: 'terms for all users',
  launchpad: 'terms for all users',
  'loans/terms': 'terms for all users',
  login: 'the member’s own session',
  logout: 'the member’s own session',
  machines: 'a machine of the member',
  members: 'a member of the staff',
  mining: 'terms for all users',
  'nft/series': 'series of the house',
  options: 'terms for all users',
  passkey: 'the member’s own factor',
  password: 'the member’s own password',
  queue: 'the items of queues name their users',
  'quickbuy/account': 'accounts of the house',
  'quickbuy/method': 'terms for all users',
  quiz: 'a question of all who bet on it, decided by two',
  recovery_codes: 'the member’s own factor',
  referral: 'terms for all users',
  services: 'for all users',
  support: 'writing with users moves no money',
  treasury: 'accounts of the house',
  vip: 'terms for all users',
};

const calls: Readonly<Record<string, Call>> = contract;
const subjectOf = ({ input }: Call) => SUBJECTS.find((field) => field in input.shape);
const about = Object.entries(calls).flatMap(([callId, call]) =>
  call.staff && call.method === 'POST' && subjectOf(call) ? [callId as keyof typeof contract] : [],
);

let app: TestApp;
let member: Awaited<ReturnType<typeof signInStaff>>;
let own: Person;
let other: Person;
beforeAll(async () => {
  app = await createTestApp();
  member = await signInStaff(app, 'admin');
  own = await signUp(app, { email: member.account.replace('@', '+mine@') });
  other = await signUp(app);
});
afterAll(() => app.close());

const inputOf = (callId: string, uid: string): Record<string, unknown> => {
  const call = calls[callId] as Call;
  const required = Object.keys(call.input.shape).filter((field) => !accepts(call, field, undefined));
  const fields = required.map((field) => [field, accepted(call, field)[0] ?? '0']);
  return { ...Object.fromEntries(fields), [subjectOf(call) as string]: uid };
};

it('each call of staff is about a user who is found, or about none', () => {
  const paths = Object.entries(calls).flatMap(([callId, { access, method, path }]) =>
    path.startsWith('/staff/') && method === 'POST' && access !== 'user' && !about.includes(callId as never)
      ? app.ports.staffSubjects(callId) === null
        ? [path.slice('/staff/'.length)]
        : []
      : [],
  );
  const isNamed = (path: string) => Object.keys(OF_NONE).some((of) => path === of || path.startsWith(`${of}/`));
  expect(paths.filter((path) => !isNamed(path))).toEqual([]);
  const unused = Object.keys(OF_NONE).filter((of) => !paths.some((path) => path === of || path.startsWith(`${of}/`)));
  expect(unused).toEqual([]);
});

/** A withdrawal of a user that the signer is to pay. */
async function ordered({ uid }: Person): Promise<string> {
  const [row] = await app.database.query<{ id: string }>(
    `insert into withdrawal (user_id, currency, network, way, target, amount, fee, value_btc, value_usdt, status, created_at)
     select id, 'USDT', 'ERC20', 'address', '0x1', 10, 1, 0, 10, 'approved', now() from user_account where uid = $1 returning id`,
    [uid],
  );
  return row?.id ?? '';
}

it.each(['POST /staff/payout/approve', 'POST /staff/payout/approve/begin', 'POST /staff/payout/release'] as const)(
  '%s is refused to the member whose payment it is: the signer would count them as one of two',
  async (callId) => {
    const treasurer = await signInStaff(app, 'treasury');
    const mine = await signUp(app, { email: treasurer.account.replace('@', '+mine@') });
    const input = (id: string) =>
      callId === 'POST /staff/payout/approve' ? { id, passkey: '{}' } : { id, reason: 'a reason' };
    expect(await app.call(callId, input(await ordered(mine)), treasurer)).toMatchObject({ error: 'own_request' });
    expect(await app.call(callId, input(await ordered(other)), treasurer)).toMatchObject({ error: 'signer_missing' });
  },
);

it('a member neither hides nor shows works, or an artist, of their own, nor what they bid for', async () => {
  const reviewer = await signInStaff(app, 'reviewer');
  const mine = await signUp(app, { email: reviewer.account.replace('@', '+mine@') });
  const artistOf = async ({ uid }: Person) => {
    const [row] = await app.database.query<{ id: string }>(
      `insert into nft_artist (code, user_id, name, biographies, created_at)
       select 'a' || uid, id, 'Artist ' || uid, '{}', now() from user_account where uid = $1 returning id`,
      [uid],
    );
    const [work] = await app.database.query<{ code: string }>(
      `insert into nft_work (code, artist_id, type, names, descriptions, properties, rarity, media, royalty_bp, editions,
                             search, grams, created_at)
       values ($2, $1, 'image', '{}', '{}', '[]', 'legendary', '{}', 0, 1, '', '{}', now()) returning code`,
      [row?.id, `WORK-${uid}`],
    );
    return { id: row?.id ?? '', code: work?.code ?? '' };
  };
  const hide = (callId: 'POST /staff/nft/work' | 'POST /staff/nft/artist', of: Record<string, string>) =>
    app.call(callId, { ...of, shown: false, reason: 'a reason' }, reviewer);
  const [own, others] = [await artistOf(mine), await artistOf(other)];
  expect(await hide('POST /staff/nft/work', { code: own.code })).toMatchObject({ error: 'own_request' });
  expect(await hide('POST /staff/nft/artist', { id: own.id })).toMatchObject({ error: 'own_request' });
  await app.database.query(
    `with sale as (
       insert into nft_sale (work_id, code, sale_type, resale, currency, scale, price, stock, deposit, increment, ask, worth,
                             start_at, end_at, fee_bp, royalty_bp, forfeit_bp, created_at)
       select id, code, 'auction', false, 'USDT', 2, 2, 1, 1, 1, 2, 2, now(), now() + interval '1 day', 0, 0, 0, now()
         from nft_work where code = $2 returning id)
     insert into nft_bid (sale_id, user_id, price, at)
     select sale.id, u.id, 2, now() from sale, user_account u where u.uid = $1`,
    [mine.uid, others.code],
  );
  await app.database.query(
    `update nft_sale s set top_bid_id = b.id, top_bidder_id = b.user_id from nft_bid b where b.sale_id = s.id and s.code = $1`,
    [others.code],
  );
  expect(await hide('POST /staff/nft/work', { code: others.code })).toMatchObject({ error: 'own_request' });
});

it('a member decides no finding about another account that has an own one on its other side, nor keeps it from others', async () => {
  const reviewer = await signInStaff(app, 'reviewer');
  const mine = await signUp(app, { email: reviewer.account.replace('@', '+mine@') });
  const flag = async (payer: Person) => {
    const [row] = await app.database.query<{ id: string }>(
      `insert into market_flag (subject, user_id, evidence, figures, created_at)
       select 'pair:' || p.id || ':' || g.id, g.id, 1, '{}', now() from user_account p, user_account g
        where p.uid = $1 and g.uid = $2 returning id`,
      [payer.uid, other.uid],
    );
    return { queue: 'market_flag', id: row?.id ?? '' };
  };
  const item = await flag(mine);
  expect(await app.call('POST /staff/queue/reject', { ...item, reason: 'harmless' }, reviewer)).toMatchObject({
    error: 'own_request',
  });
  expect(await app.call('POST /staff/queue/claim', item, reviewer)).toMatchObject({ error: 'own_request' });
  const third = await flag(await signUp(app));
  expect(await app.call('POST /staff/queue/claim', third, reviewer)).toMatchObject({ type: 'ok' });
});

it('calls about a user are found', () => {
  expect(about).toContain('POST /staff/coupons/issue');
  expect(about).toContain('POST /staff/loans/maker');
});

it.each(about)('%s is refused to a member for an account of their own', async (callId) => {
  expect(await app.call(callId, inputOf(callId, own.uid), member)).toMatchObject({ error: 'own_request' });
  expect(await app.call(callId, inputOf(callId, other.uid), { ...member, proposed: true })).not.toMatchObject({
    error: 'own_request',
  });
});

it('nor does a member approve as the second what another one proposed for it', async () => {
  const colleague = await signInStaff(app, 'admin');
  const input = { uid: own.uid, marked: 1, reason: 'A maker' };
  const asked = await app.call('POST /staff/loans/maker', input, { token: colleague.token, proposed: true });
  const { id, hash } = (asked as unknown as { message: { proposed: { id: string; hash: string } } }).message.proposed;
  const approve = { id, hash, reason: 'The same' };
  expect(await app.call('POST /staff/changes/approve', approve, member)).toMatchObject({ error: 'own_request' });
  const third = await signInStaff(app, 'admin');
  expect(await app.call('POST /staff/changes/approve', approve, third)).toMatchObject({ type: 'ok' });
});
