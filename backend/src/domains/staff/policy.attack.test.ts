import { contract } from '@tessera/api/contract';
import { type Call, MONEY_ROLES, staffQueues, staffRoles } from '@tessera/api/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { CONFIRMED_FOR } from '../../platform/factor/confirmation.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const calls = Object.entries<Call>(contract).filter(([, { access }]) => access === 'staff');

it('every staff call refuses each role that it does not name, and records nothing', async () => {
  const actions = async () => (await app.database.query('select from staff_action')).length;
  for (const role of staffRoles) {
    const { token } = await signInStaff(app, role);
    const before = await actions();
    for (const [callId, { method, path, staff }] of calls) {
      if (staff?.roles.some((each) => each === role)) continue;
      const response = await app.app.inject({
        method: method as 'GET' | 'POST',
        url: `/api${path}`,
        headers: { authorization: token, 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([callId, role, response.json<{ error: string }>().error]).toEqual([callId, role, 'forbidden']);
    }
    expect(await actions()).toBe(before);
  }
});

/**
 * Calls that one member makes of those that treasury may make, about the member's own account apart; why that is enough
 * stands with each call, and in the table of docs/security.md. What stops something for all belongs here too: a member may
 * choose the moment.
 */
const BY_ONE = [
  'POST /staff/coupons/issue',
  'POST /staff/instruments/halt',
  'POST /staff/nft/series/cancel',
  'POST /staff/nft/withdrawal/release',
  'POST /staff/payout/approve',
  'POST /staff/payout/approve/begin',
  'POST /staff/payout/release',
  'POST /staff/queue/approve',
  'POST /staff/queue/claim',
  'POST /staff/queue/reject',
  'POST /staff/queue/release',
  'POST /staff/quickbuy/late',
  'POST /staff/quiz/approve',
  'POST /staff/quiz/ask',
  'POST /staff/quiz/confirm',
  'POST /staff/quiz/propose',
  'POST /staff/quiz/reject',
  'POST /staff/services/pause',
];
/** Changes of two members that take effect at once, and those that wait longer than others. */
const OTHER_DELAYS = {
  'POST /staff/instruments/resume': 'none',
  'POST /staff/launchpad/cancel': 'none',
  'POST /staff/nft/release': 'none',
  'POST /staff/options/resume': 'none',
  'POST /staff/services/resume': 'none',
  'POST /staff/users/remove_factors': 'factor removal',
};

it('every other call about money is decided by two members, and takes effect after the delay', () => {
  const aboutMoney = calls.filter(
    ([, { method, staff }]) =>
      method === 'POST' &&
      staff &&
      MONEY_ROLES.every((role) => staff.roles.includes(role)) &&
      staff.roles.length < staffRoles.length,
  );
  const byOne = aboutMoney.filter(([, { staff }]) => staff?.members !== 2).map(([callId]) => callId);
  expect(byOne.toSorted()).toEqual(BY_ONE);
  const delays = calls.flatMap(([callId, { staff }]) =>
    staff?.members === 2 && staff.delay !== 'standard' ? [[callId, staff.delay]] : [],
  );
  expect(Object.fromEntries(delays)).toEqual(OTHER_DELAYS);
});

it('what two members decide is confirmed; what one may do alone is judged by its domain', () => {
  for (const [callId, { staff }] of calls) {
    if (staff?.members !== 2) continue;
    expect([callId, staff.confirmed]).toEqual([callId, true]);
    expect([callId, app.ports.runsAlone(callId) !== null]).toEqual([callId, staff.alone !== undefined]);
  }
});

it('each queue weighs the decisions that its policy gives to two members, and no others', () => {
  const queues = app.ports.queues();
  expect(queues.map(({ name }) => name).toSorted()).toEqual(Object.keys(staffQueues).toSorted());
  for (const { name, weigh, weighRejection } of queues) {
    const { approve, reject } = staffQueues[name];
    expect([name, weigh ? 2 : 1, weighRejection ? 2 : 1]).toEqual([name, approve.members, reject.members]);
  }
});

/** Queues that decide what is shown, and nothing about money or accounts. */
const SHOWN_ONLY = new Set(['artist', 'artwork', 'chat_held', 'chat_report']);

it('every decision but about what is shown asks for the second factor again after some minutes', async () => {
  const { token } = await signInStaff(app, 'admin');
  app.advance(CONFIRMED_FOR);
  for (const queue of Object.keys(staffQueues)) {
    for (const [verdict, more] of Object.entries({ approve: {}, reject: { reason: 'As shown' } })) {
      const call = `POST /staff/queue/${verdict}` as 'POST /staff/queue/approve' | 'POST /staff/queue/reject';
      const { error } = await app.rejection(call, { queue, id: '1', ...more }, { token });
      const asked = SHOWN_ONLY.has(queue) ? 'not_found' : 'confirmation_required';
      expect([queue, verdict, error]).toEqual([queue, verdict, asked]);
    }
  }
});
