import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { pauseWithdrawals, requireMoneyOut, requireNotFrozen } from './withdrawal-pause.ts';

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ann = await signUp(app);
});

const markFrozen = () => app.database.query('update user_account set frozen_at = now() where id = $1', [ann.id]);
const moneyOut = () => app.database.transaction((tx) => requireMoneyOut(tx, ann.id, app.now()));

describe('money that leaves an account', () => {
  it('passes while the account is in use, and waits for the end of a pause', async () => {
    await moneyOut();
    await pauseWithdrawals(app.database, ann.id, app.now());
    await expect(moneyOut()).rejects.toMatchObject({ code: 'withdrawals_paused', params: { hours: 24 } });
    app.advance(24 * 3_600_000 - 1);
    await expect(moneyOut()).rejects.toMatchObject({ code: 'withdrawals_paused', params: { hours: 1 } });
    app.advance(1);
    await moneyOut();
  });

  it('does not pass while the account is frozen, nor what staff approve meanwhile', async () => {
    await app.database.transaction((tx) => requireNotFrozen(tx, ann.id));
    await markFrozen();
    await expect(moneyOut()).rejects.toMatchObject({ code: 'account_frozen' });
    await expect(app.database.transaction((tx) => requireNotFrozen(tx, ann.id))).rejects.toMatchObject({
      code: 'account_frozen',
    });
  });
});

describe('a frozen account', () => {
  it('has no session and opens none; only the right password shows that it is frozen', async () => {
    await markFrozen();
    app.advance(1_000);
    expect(await app.rejection('GET /user/info', {}, { token: ann.token })).toMatchObject({ error: 'session_invalid' });
    const logIn = (password: string) => app.rejection('POST /user/login', { user_string: ann.email, password });
    expect(await logIn(PASSWORD)).toMatchObject({ error: 'account_frozen' });
    expect(await logIn('not-the-password-7')).toMatchObject({ error: 'wrong_credentials' });
  });
});
