import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastCode, PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { type CallOptions, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { placeOf } from './code-places.ts';
import { FREE_TRIES } from './log-in-guard.ts';

const MINUTE = 60_000;
const NEW = 'another-secret-82';
const HOME = '203.0.113.7';
const STRANGER: CallOptions = { address: '198.51.100.66' };

let app: TestApp;
let ann: Person;
/** The browser that Ann has signed in with, and one that she never used. */
let browser: NonNullable<CallOptions['browser']>;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await app.database.query('truncate counted_attempt');
  ann = await signUp(app);
  browser = {};
  await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD }, { address: HOME, browser });
  // Signed up from an address of the test: only what she logged in with is hers.
  await app.database.query('delete from session where user_id = $1 and address <> $2', [ann.id, HOME]);
});
afterAll(() => app.close());

const guest = (scene: string, options: CallOptions) =>
  app.call('POST /sms_mail', { user_string: ann.email, scene }, options);
const enter = (scene: string, code: string, options: CallOptions) =>
  app.call('POST /user/check_email', { user_string: ann.email, scene, code }, options);
const other = (code: string): string => (code === '111111' ? '222222' : '111111');

/** Asks for five codes of a scene, as the waits allow, and enters six wrong ones each time. */
async function burn(scene: string, options: CallOptions): Promise<void> {
  for (let asked = 0; asked < 5; asked += 1) {
    const sent = await guest(scene, options);
    for (let tries = 0; tries < 6; tries += 1) await enter(scene, other(lastCode(app, ann.email)), options);
    if (sent.type === 'ok') app.advance(16 * MINUTE);
  }
}

const reset = (code: string, options: CallOptions) =>
  app.call('POST /user/forget', { user_string: ann.email, code, password: NEW, re_password: NEW }, options);

describe('a stranger who asks for codes and enters wrong ones', () => {
  it.each<[string, () => CallOptions]>([
    ['a device that is known', () => ({ address: '192.0.2.99', browser })],
    ['a network that is known', () => ({ address: HOME })],
  ])('does not keep the owner out of a reset from %s', async (_, options) => {
    await burn('forget', STRANGER);
    expect(await guest('forget', STRANGER)).toMatchObject({ error: 'codes_exhausted' });
    expect((await guest('forget', options())).type).toBe('ok');
    const code = lastCode(app, ann.email);
    // Afterwards as well: neither wrong tries nor a newer code of theirs touch the owner's.
    app.advance(MINUTE);
    for (let tries = 0; tries < 8; tries += 1) await enter('forget', other(code), STRANGER);
    await app.database.query('truncate counted_attempt');
    expect((await guest('forget', STRANGER)).type).toBe('ok');
    for (let tries = 0; tries < 8; tries += 1) await enter('forget', other(code), STRANGER);
    expect(await enter('forget', code, STRANGER)).toMatchObject({ error: 'too_many_tries' });
    expect((await reset(code, options())).type).toBe('ok');
  });

  it('does not keep the owner from unfreezing, whose devices the freeze forgot', async () => {
    await app.ok('POST /user/freeze', {}, { token: await tokenAtHome(), browser });
    const owner = { address: '192.0.2.99', browser };
    await burn('unfreeze', STRANGER);
    for (let tries = 0; tries < FREE_TRIES + 2; tries += 1) {
      const guess = { user_string: ann.email, password: `wrong-${tries}`, code: '111111' };
      await app.call('POST /user/unfreeze', guess, STRANGER);
    }
    expect((await guest('unfreeze', owner)).type).toBe('ok');
    const code = lastCode(app, ann.email);
    for (let tries = 0; tries < 8; tries += 1) await enter('unfreeze', other(code), STRANGER);
    const given = { user_string: ann.email, password: PASSWORD, code };
    expect(await app.call('POST /user/unfreeze', given, owner)).toMatchObject({ message: { status: 'review' } });
  });

  it.each(['change_password', 'pay_password', 'withdraw', 'confirm'])(
    'burns nothing of the codes of a session: %s',
    async (scene) => {
      const token = await tokenAtHome();
      app.advance(MINUTE);
      const begun = await app.ok('POST /user/wallet/whitelist/begin', { on: true }, { token, browser });
      const bound = scene === 'withdraw' ? { request: begun.code ?? '' } : {};
      await app.ok('POST /sms_send', { scene, ...bound }, { token, browser });
      const code = lastCode(app, ann.email);
      const stranger = { ...STRANGER, token: (await signUp(app)).token };
      for (const options of [STRANGER, { address: HOME }, { address: HOME, browser }, stranger]) {
        for (let tries = 0; tries < 8; tries += 1) {
          expect(await enter(scene, other(code), options)).toMatchObject({ error: 'code_wrong' });
        }
        // Nor is it told whether the code is right.
        expect(await enter(scene, code, options)).toMatchObject({ error: 'code_wrong' });
      }
      expect((await enter(scene, code, { token, browser })).type).toBe('ok');
    },
  );

  it('does not keep a user from binding an address by asking for codes to it', async () => {
    const to = `new-${ann.id}@example.com`;
    const token = await tokenAtHome();
    const ask = (scene: string, options: CallOptions) =>
      app.call('POST /sms_mail', { user_string: to, scene }, options);
    for (let asked = 0; asked < 5; asked += 1) {
      await ask('forget', STRANGER);
      app.advance(16 * MINUTE);
    }
    const thief = { token: (await signUp(app)).token };
    expect((await ask('bind_email', { token, browser })).type).toBe('ok');
    const code = lastCode(app, to);
    expect((await ask('bind_email', thief)).type).toBe('ok');
    for (let tries = 0; tries < 8; tries += 1) {
      for (const options of [STRANGER, thief]) {
        await app.call('POST /user/check_email', { user_string: to, scene: 'bind_email', code: other(code) }, options);
      }
    }
    const mine = { user_string: to, scene: 'bind_email', code };
    expect((await app.call('POST /user/check_email', mine, { token, browser })).type).toBe('ok');
    expect(await app.call('POST /user/check_email', mine, thief)).toMatchObject({ type: 'error' });
  });

  it('has a node read the newest 200 sessions of an account at most, whatever it has', async () => {
    const add = (count: number) =>
      app.database.query(
        `insert into session (user_id, token_hash, device, address, created_at, last_seen_at, expires_at)
         select $1, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'x', '192.0.2.200', $2, $2, $3
           from generate_series(1, $4)`,
        [ann.id, new Date(app.now()), new Date(app.now() + MINUTE), count],
      );
    const owner = { id: ann.id };
    const place = () =>
      placeOf(app.database, owner, { device: null, address: HOME }, { scene: 'forget', now: app.now() });
    await add(199);
    expect(await place()).toBe(`network:${HOME}`);
    await add(1);
    expect(await place()).toBe('unknown');
  });

  it('has 25 guesses a day from places that the account does not know, however many there are', async () => {
    // Sessions of other accounts are no places of their own.
    const accounts = [await signUp(app), await signUp(app), await signUp(app)];
    let guesses = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      for (let each = 0; each < 4; each += 1) {
        const token = accounts[(hour + each) % accounts.length]?.token ?? '';
        const options = { address: `198.51.100.${each * 40 + hour}`, ...(each % 2 && { token }) };
        await guest('forget', options);
        for (let tries = 0; tries < 6; tries += 1) {
          const guess = await enter('forget', other(lastCode(app, ann.email)), options);
          if (guess.type === 'error' && guess.error === 'code_wrong') guesses += 1;
        }
      }
      app.advance(60 * MINUTE);
    }
    expect(guesses).toBeLessThanOrEqual(25);
    expect(guesses).toBeGreaterThan(0);
  });
});

async function tokenAtHome(): Promise<string> {
  const signedIn = await app.ok(
    'POST /user/login',
    { user_string: ann.email, password: PASSWORD },
    { address: HOME, browser },
  );
  return signedIn.token;
}
