import { randomUUID } from 'node:crypto';
import { enrolPasskey } from './factors.ts';
import { lastCode, type Person, signUp } from './people.ts';
import type { TestApp } from './test-app.ts';

export const PAY_PASSWORD = '482915';

/** Sets the payment password of a user whose withdrawals are not paused by it, and who has just confirmed the session. */
async function prepare(app: TestApp, { id, token, email }: Person): Promise<void> {
  await app.ok('POST /sms_send', { scene: 'pay_password' }, { token });
  const code = lastCode(app, email);
  await app.ok('POST /safe/pay_password', { key: PAY_PASSWORD, re_key: PAY_PASSWORD, code }, { token });
  await app.database.query('update session set confirmed_at = $2 where user_id = $1', [id, new Date(app.now())]);
}

/** A rejection for too many calls, which is HTTP 429. */
const limited = (error: unknown): { readonly type: 'error'; readonly error: 'rate_limited' } => {
  if (error instanceof Error && error.message.includes('rate_limited')) return { type: 'error', error: 'rate_limited' };
  throw error;
};

const unpause = (app: TestApp, { id }: Person) =>
  app.database.query('update user_account set withdrawals_blocked_until = null where id = $1', [id]);

/** A verified user with money, a payment password and, unless told otherwise, a passkey. */
export async function payer(
  app: TestApp,
  { level = 2, ...wanted }: Parameters<typeof signUp>[1] & { readonly factor?: false } = {},
) {
  const person = await signUp(app, { level, ...wanted });
  await prepare(app, person);
  const device = wanted.factor === false ? null : (await enrolPasskey(app, person)).device;
  // Of a passkey on several devices: it counts nothing, so that signatures may arrive in any order.
  await app.database.query('update passkey set counter = 0 where holder = $1', [`user:${person.id}`]);
  await unpause(app, person);
  const { token } = person;
  type Payment = { readonly account: string; readonly currency_id: number; readonly number: string };
  return {
    ...person,
    begin: (payment: Payment, node = app) =>
      node.call('POST /wallet/zhuanzhan/begin', payment, { token }).catch(limited),
    /** What approves a payment, once. */
    async approval(payment: Payment, node = app): Promise<Record<string, string>> {
      const { approval } = await node.ok('POST /wallet/zhuanzhan/begin', payment, { token });
      if (device) {
        device.counter = -1;
        return { passkey: device.sign(approval.passkey ?? '') };
      }
      await app.ok('POST /sms_send', { scene: 'withdraw', request: approval.code ?? '' }, { token });
      return { code: lastCode(app, person.email) };
    },
    send: (payment: Payment, proof: Record<string, string>, idempotencyKey: string = randomUUID(), node = app) =>
      node
        .call('POST /wallet/zhuanzhan', { ...payment, key: PAY_PASSWORD, ...proof }, { token, idempotencyKey })
        .catch(limited),
  };
}

export type Payer = Awaited<ReturnType<typeof payer>>;
