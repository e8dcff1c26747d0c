import { contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accepted, accepts } from '../../../test/form-values.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { SUBJECTS } from '../../platform/http/staff-policy.ts';

/* Members of the staff who are customers too: no call of theirs is about their own account, nor do they decide one. */

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
