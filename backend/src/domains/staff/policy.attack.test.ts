import { contract } from '@tessera/api/contract';
import { type Call, staffQueues, staffRoles } from '@tessera/api/kit';
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

it('a decision about money asks for the second factor again after some minutes', async () => {
  const { token } = await signInStaff(app, 'admin');
  app.advance(CONFIRMED_FOR);
  for (const queue of ['deposit', 'withdrawal', 'loan', 'quickbuy', 'identity']) {
    const rejected = await app.rejection('POST /staff/queue/approve', { queue, id: '1' }, { token });
    expect([queue, rejected.error]).toEqual([queue, 'confirmation_required']);
  }
});
