import { Secret, TOTP } from 'otpauth';
import { FakePasskey } from './fake-passkey.ts';
import type { Person } from './people.ts';
import type { TestApp } from './test-app.ts';

/** The code that an authenticator app shows at a time, Unix ms. */
export const codeAt = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

/** Turns the authenticator on, in a session that is confirmed. A step passes, so that its next code is a new one. */
export async function enrolAuthenticator(app: TestApp, { token }: Pick<Person, 'token'>) {
  const { secret } = await app.ok('POST /safe/totp/begin', {}, { token });
  const totp = codeAt(secret, app.now());
  const { recovery_codes } = await app.ok('POST /safe/totp/confirm', { totp }, { token });
  app.advance(30_000);
  return { secret, recoveryCodes: recovery_codes ?? [], code: () => codeAt(secret, app.now()) };
}

/** Adds a passkey, in a session that is confirmed. */
export async function enrolPasskey(app: TestApp, { token }: Pick<Person, 'token'>, name = 'Phone') {
  const device = new FakePasskey();
  const { options } = await app.ok('POST /safe/passkey/begin', {}, { token });
  const { added, recovery_codes } = await app.ok(
    'POST /safe/passkey/add',
    { passkey: device.create(options), name },
    { token },
  );
  return { device, id: added.id, recoveryCodes: recovery_codes ?? [] };
}
