import type { FailureEnvelope } from '@tessera/api/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amid } from '../../../test/amid.ts';
import { codeAt, enrolAuthenticator, enrolPasskey } from '../../../test/factors.ts';
import { FakePasskey } from '../../../test/fake-passkey.ts';
import { lastCode, PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { solveProof } from '../../../test/solve-proof.ts';
import { STAFF_PASSWORD, signInStaff } from '../../../test/staff-people.ts';
import { type CallOptions, createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { createProofs, type Proofs } from '../../platform/proof/proof-of-work.ts';
import { endSessions } from '../../platform/session/sessions.ts';
import { freezeAccount } from './freeze.ts';
import { countedAs, createLogInGuard, FREE_TRIES, FREE_TRIES_AROUND, PROVEN_TRIES, workFor } from './log-in-guard.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const GUESSER: CallOptions = { address: '198.51.100.66' };
const OWNER: CallOptions = { address: '203.0.113.7' };

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await app.database.query('truncate counted_attempt');
  ann = await signUp(app);
});
afterAll(() => app.close());

type Doors = 'POST /user/login' | 'POST /staff/login';
const logIn = (
  user_string: string,
  password: string,
  options: CallOptions,
  proof?: string,
  door: Doors = 'POST /user/login',
) => app.call(door, { user_string, password, ...(proof && { proof }) }, options);

/** As the page does it: with a proof where one is asked for. */
async function withProof(
  user_string: string,
  password: string,
  options: CallOptions,
  door: Doors = 'POST /user/login',
) {
  const first = await logIn(user_string, password, options, undefined, door);
  if (first.type === 'ok' || first.error !== 'proof_required') return first;
  return logIn(user_string, password, options, await solveProof(first), door);
}

const errorOf = (outcome: { type: string } | FailureEnvelope): string => ('error' in outcome ? outcome.error : 'ok');

async function guess(times: number, user_string = ann.email, options = GUESSER) {
  const errors: string[] = [];
  for (let each = 0; each < times; each += 1) errors.push(errorOf(await logIn(user_string, 'wrong-password', options)));
  return errors;
}

describe('sixty simultaneous log-ins', () => {
  it('with the right password all succeed', async () => {
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => logIn(ann.email, PASSWORD, OWNER)));
    expect(outcomes.map(errorOf)).toEqual(Array.from({ length: 60 }, () => 'ok'));
  });

  it('of staff all get to the second step', async () => {
    const { account } = await signInStaff(app, 'operator');
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, () => logIn(account, STAFF_PASSWORD, OWNER, undefined, 'POST /staff/login')),
    );
    expect(outcomes.map(errorOf)).toEqual(Array.from({ length: 60 }, () => 'totp_required'));
  });

  it('with wrong ones check five, however concurrent', async () => {
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => logIn(ann.email, 'wrong-password', GUESSER)));
    expect(outcomes.map(errorOf).filter((error) => error === 'wrong_credentials')).toHaveLength(FREE_TRIES);
  });
});

describe('a guesser', () => {
  it.each(['a real account', 'an unknown address'])(
    'of %s pays for each guess after five, and more each time',
    async (which) => {
      const target = which === 'a real account' ? ann.email : 'nobody@example.com';
      expect(await guess(FREE_TRIES, target)).toEqual(Array.from({ length: FREE_TRIES }, () => 'wrong_credentials'));
      expect(await guess(1, target)).toEqual(['proof_required']);
      const works: unknown[] = [];
      for (let tries = FREE_TRIES; tries < 26; tries += 1) {
        const asked = await app.rejection(
          'POST /user/login',
          { user_string: target, password: 'wrong-password' },
          GUESSER,
        );
        works.push(asked.challenge?.parameters.data);
        const outcome = await logIn(target, 'wrong-password', GUESSER, await solveProof(asked));
        expect(errorOf(outcome)).toBe('wrong_credentials');
      }
      const work = works.map((data) => Reflect.get(data as object, 'work') as number);
      expect(work[0]).toBe(workFor({ account: FREE_TRIES, network: 0 }));
      expect(work.at(-1)).toBe(4 * (work[0] ?? 0));
    },
  );

  it('has no more than a hundred a day even with proofs, from any number of addresses; the owner goes on', async () => {
    const browser = {};
    await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD }, { ...OWNER, browser });
    const at = app.now();
    // Proofs that cost nothing: the limit is not theirs.
    const proofs: Proofs = {
      accept: async () => true,
      identify: async (proof) => proof,
      required: async () => new DomainError('proof_required'),
    };
    const guard = createLogInGuard({ database: app.database, now: app.now, proofs });
    const subject = ann.email;
    const outcomes: string[] = [];
    for (let tries = 0; tries < PROVEN_TRIES + 5; tries += 1) {
      const address = `198.51.100.${tries}`;
      const counted = [countedAs(ann.id)];
      const guessed = { purpose: 'POST /user/login', subject, counted, address, knownDevice: null, proof: 'made' };
      const wrong = () => Promise.reject(new DomainError('wrong_credentials'));
      outcomes.push(await guard.check(guessed, wrong).catch((error: unknown) => (error as DomainError).code));
    }
    expect(app.now()).toBe(at);
    expect(outcomes.filter((code) => code === 'wrong_credentials')).toHaveLength(PROVEN_TRIES);
    expect(outcomes.at(-1)).toBe('account_locked');
    expect(errorOf(await logIn(ann.email, PASSWORD, OWNER))).toBe('account_locked');
    // On a known device as ever, on a new one after a reset by mail.
    expect((await logIn(ann.email, PASSWORD, { ...OWNER, browser })).type).toBe('ok');
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    const password = 'another-secret-82';
    const reset = { user_string: ann.email, code: lastCode(app, ann.email), password, re_password: password };
    await app.ok('POST /user/forget', reset);
    expect((await logIn(ann.email, password, OWNER)).type).toBe('ok');
  });

  it('from 300 addresses at once, without proofs or with one, does not crowd the owner out who logs in from a new browser', async () => {
    expect(await guess(FREE_TRIES)).not.toContain('proof_required');
    const asked = await app.rejection('POST /user/login', { user_string: ann.email, password: 'x' }, GUESSER);
    const proof = await solveProof(asked);
    const again = JSON.stringify(JSON.parse(proof), null, 1);
    const guard = createLogInGuard({
      database: app.database,
      now: app.now,
      proofs: createProofs({ database: app.database, now: app.now }),
    });
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const check = (address: string, given: string | undefined, work: () => Promise<string>) => {
      const counted = [countedAs(ann.id)];
      const logIn = { purpose: 'POST /user/login', subject: ann.email, counted, address, knownDevice: null };
      return guard.check({ ...logIn, proof: given }, work).catch((error: unknown) => (error as DomainError).code);
    };
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const wrong = async () => {
      begin();
      await held;
      throw new DomainError('wrong_credentials');
    };
    const first = check('198.51.100.1', proof, wrong);
    await begun;
    const crowd = Array.from({ length: 300 }, (_, at) =>
      check(`198.51.${at % 100}.${at}`, [undefined, proof, again, '{}'][at % 4], wrong),
    );
    expect(new Set(await Promise.all(crowd))).toEqual(new Set(['proof_required']));
    const owner = check(OWNER.address ?? '', await solveProof(asked), async () => 'in');
    const mine = await app.rejection('POST /user/login', { user_string: ann.email, password: 'x' }, OWNER);
    const withOwn = check(OWNER.address ?? '', await solveProof(mine), async () => 'in');
    letGo();
    expect([await first, await owner, await withOwn]).toEqual(['wrong_credentials', 'proof_required', 'in']);
  });

  it('has one budget at an account, whether by e-mail or number', async () => {
    await app.database.query(`update user_account set mobile = '491511230007' where id = $1`, [ann.id]);
    const spellings = [ann.email, '+491511230007', ann.email.toUpperCase()];
    const errors: string[] = [];
    for (let tries = 0; tries < 2 * FREE_TRIES; tries += 1) {
      const spelling = spellings[tries % spellings.length] ?? '';
      errors.push(errorOf(await logIn(spelling, `wrong-${tries}`, { address: `198.51.100.${tries}` })));
    }
    expect(errors.filter((error) => error === 'wrong_credentials')).toHaveLength(FREE_TRIES);
    expect(errors.at(-1)).toBe('proof_required');
  });

  it('at many accounts from one network pays as well', async () => {
    const errors: string[] = [];
    for (let each = 0; each < FREE_TRIES_AROUND + 1; each += 1) {
      errors.push(...(await guess(1, `person-${each}@example.com`, { address: `2001:db8:1:${each}::1` })));
    }
    expect(errors.filter((error) => error === 'wrong_credentials')).toHaveLength(FREE_TRIES_AROUND);
    expect(errors.at(-1)).toBe('proof_required');
    expect(await guess(1, 'person-99@example.com', { address: '2001:db8:2:3::1' })).toEqual(['wrong_credentials']);
  });

  it('at staff pays alike', async () => {
    const { account } = await signInStaff(app, 'admin');
    for (let tries = 0; tries < FREE_TRIES; tries += 1) {
      const outcome = await logIn(account, 'wrong-password', GUESSER, undefined, 'POST /staff/login');
      expect(errorOf(outcome)).toBe('wrong_credentials');
    }
    const turnedAway = await logIn(account, STAFF_PASSWORD, GUESSER, undefined, 'POST /staff/login');
    expect(errorOf(turnedAway)).toBe('proof_required');
    expect(errorOf(await withProof(account, STAFF_PASSWORD, OWNER, 'POST /staff/login'))).toBe('totp_required');
  });
});

describe('the owner of an account that is guessed at', () => {
  it('logs in on a known device without a proof, and on a new one with it', async () => {
    const browser = {};
    await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD }, { ...OWNER, browser });
    await guess(FREE_TRIES + 1);
    expect((await logIn(ann.email, PASSWORD, { ...OWNER, browser })).type).toBe('ok');
    expect(errorOf(await logIn(ann.email, PASSWORD, OWNER))).toBe('proof_required');
    expect((await withProof(ann.email, PASSWORD, OWNER)).type).toBe('ok');
  });

  it('mistypes on a known device without giving guessers tries, and a stolen one has ten an hour', async () => {
    const browser = { cookie: '' };
    await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD }, { ...OWNER, browser });
    const stolen = { ...browser };
    const errors = await guess(16, ann.email, { ...GUESSER, browser: stolen });
    expect(errors.filter((error) => error === 'wrong_credentials')).toHaveLength(10 + FREE_TRIES);
    expect(errors.at(-1)).toBe('proof_required');
  });

  it('has a new cookie after each log-in: a copied one is worthless then', async () => {
    const browser = { cookie: '' };
    await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD }, { ...OWNER, browser });
    const copied = { ...browser };
    await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD }, { ...OWNER, browser });
    expect(browser.cookie).not.toBe(copied.cookie);
    await guess(FREE_TRIES);
    expect(errorOf(await logIn(ann.email, PASSWORD, { ...GUESSER, browser: copied }))).toBe('proof_required');
    expect((await logIn(ann.email, PASSWORD, { ...OWNER, browser })).type).toBe('ok');
  });

  it('is not guessed at with a stolen cookie that an account of the thief renews: the count goes on', async () => {
    const browser = { cookie: '' };
    await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD }, { ...OWNER, browser });
    const thief = await signUp(app);
    expect(await guess(10, ann.email, { ...GUESSER, browser })).not.toContain('proof_required');
    const before = browser.cookie;
    await app.ok('POST /user/login', { user_string: thief.email, password: PASSWORD }, { ...GUESSER, browser });
    expect(browser.cookie).not.toBe(before);
    const errors = await guess(FREE_TRIES + 1, ann.email, { ...GUESSER, browser });
    expect(errors.at(-1)).toBe('proof_required');
  });

  it('is not counted by the account of another: a device is known to its own accounts only', async () => {
    const browser = {};
    const ben = await signUp(app);
    await app.ok('POST /user/login', { user_string: ben.email, password: PASSWORD }, { ...GUESSER, browser });
    expect((await guess(FREE_TRIES + 1, ann.email, { ...GUESSER, browser })).at(-1)).toBe('proof_required');
  });

  it('begins anew the next day', async () => {
    await guess(FREE_TRIES + 1);
    app.advance(DAY);
    expect((await logIn(ann.email, PASSWORD, OWNER)).type).toBe('ok');
  });
});

describe('a proof', () => {
  const asked = (user_string = ann.email) =>
    app.rejection('POST /user/login', { user_string, password: PASSWORD }, GUESSER);

  beforeEach(() => guess(FREE_TRIES));

  it('is used once, also when it is sent twice at once', async () => {
    const proof = await solveProof(await asked());
    const outcomes = await Promise.all([1, 2, 3].map(() => logIn(ann.email, PASSWORD, GUESSER, proof)));
    expect(outcomes.map(errorOf).toSorted()).toEqual(['ok', 'proof_required', 'proof_required']);
  });

  it('expires after five minutes', async () => {
    const proof = await solveProof(await asked());
    app.advance(5 * MINUTE);
    expect(errorOf(await logIn(ann.email, PASSWORD, GUESSER, proof))).toBe('proof_required');
  });

  it('of one account or call is none of another', async () => {
    const proof = await solveProof(await asked());
    await guess(FREE_TRIES, 'ben@example.com');
    expect(errorOf(await logIn('ben@example.com', PASSWORD, GUESSER, proof))).toBe('proof_required');
    const { account } = await signInStaff(app, 'admin');
    for (let tries = 0; tries < FREE_TRIES; tries += 1)
      await logIn(account, 'x', GUESSER, undefined, 'POST /staff/login');
    expect(errorOf(await logIn(account, STAFF_PASSWORD, GUESSER, proof, 'POST /staff/login'))).toBe('proof_required');
  });

  it('cannot be made easier, forged or guessed', async () => {
    const proof = JSON.parse(await solveProof(await asked()));
    const forged: unknown[] = [
      { ...proof, solution: { ...proof.solution, derivedKey: '00'.repeat(32) } },
      { ...proof, challenge: { ...proof.challenge, signature: '0'.repeat(64) } },
      { ...proof, challenge: { ...proof.challenge, parameters: { ...proof.challenge.parameters, cost: 2 } } },
      { challenge: { parameters: {}, signature: '' }, solution: {} },
      'none',
      null,
    ];
    for (const each of forged) {
      expect(errorOf(await logIn(ann.email, PASSWORD, GUESSER, JSON.stringify(each)))).toBe('proof_required');
    }
    expect((await logIn(ann.email, PASSWORD, GUESSER, JSON.stringify(proof))).type).toBe('ok');
  });

  it('that was collected while it was easy is not taken when the demand has grown', async () => {
    const easy = await asked();
    for (let tries = 0; tries < 20; tries += 1) await withProof(ann.email, 'wrong-password', GUESSER);
    expect(errorOf(await logIn(ann.email, PASSWORD, GUESSER, await solveProof(easy)))).toBe('proof_required');
  });
});

describe('a log-in that is under way', () => {
  const annsAccount = () => ({ table: 'user_account', id: ann.id }) as const;
  const aliveOf = async (table: 'session' | 'staff_session', owner: 'user_id' | 'staff_id', id: string) =>
    (await app.database.query(`select id from ${table} where ${owner} = $1 and ended_at is null`, [id])).length;
  const enter = () => logIn(ann.email, PASSWORD, { address: '192.0.2.8' });
  const TABLE_OF = { totp: 'authenticator', recovery_code: 'recovery_code', passkey: 'passkey' } as const;
  const takeAway = (tx: Transaction, by: keyof typeof TABLE_OF, holder: string) =>
    tx.query(`delete from ${TABLE_OF[by]} where holder = $1`, [holder]);

  it('opens no session with a password that is reset meanwhile', async () => {
    const outcome = await amid(app, annsAccount(), enter, async (tx) => {
      await tx.query(`update user_account set password_hash = 'of the new one' where id = $1`, [ann.id]);
      await endSessions(tx, ann.id, { except: null }, app.now());
    });
    expect(outcome).toMatchObject({ error: 'wrong_credentials' });
    expect(await aliveOf('session', 'user_id', ann.id)).toBe(0);
  });

  it('opens none that would be there once a freeze is lifted', async () => {
    const outcome = await amid(app, annsAccount(), enter, (tx) => freezeAccount(tx, ann.id, app.now()));
    expect(outcome).toMatchObject({ error: 'account_frozen' });
    expect(await aliveOf('session', 'user_id', ann.id)).toBe(0);
  });

  it.each([
    ['changed', `password_hash = 'of the new one'`, 1],
    ['of no use, as the member is disabled', 'disabled = true', 0],
  ])('of a member of the staff opens none where the password is %s', async (_, set, before) => {
    const { id, account, secret } = await signInStaff(app);
    app.advance(60_000);
    const totp = codeAt(secret, app.now());
    const outcome = await amid(
      app,
      { table: 'staff_member', id },
      () => app.call('POST /staff/login', { user_string: account, password: STAFF_PASSWORD, totp }),
      (tx) => tx.query(`update staff_member set ${set} where id = $1`, [id]),
    );
    expect(outcome).toMatchObject({ error: 'wrong_credentials' });
    expect(await aliveOf('staff_session', 'staff_id', id)).toBe(before);
  });

  it.each(['totp', 'recovery_code', 'passkey'] as const)(
    'of a member opens none by %s once that factor is taken away, not even where another one is left',
    async (by) => {
      const member = await signInStaff(app);
      const { recovery_codes } = await app.ok('POST /staff/recovery_codes', {}, member);
      const { options: added } = await app.ok('POST /staff/passkey/new/begin', {}, member);
      const device = new FakePasskey();
      await app.ok('POST /staff/passkey/new', { passkey: device.create(added), name: 'Key' }, member);
      app.advance(60_000);
      const proof = {
        totp: () => codeAt(member.secret, app.now()),
        recovery_code: () => recovery_codes[0],
        passkey: async () => device.sign((await app.ok('POST /staff/passkey/begin')).options),
      }[by];
      const given = { user_string: member.account, password: STAFF_PASSWORD, [by]: await proof() };
      const logIn = () => app.call('POST /staff/login', given);
      const outcome = await amid(app, { table: 'staff_member', id: member.id }, logIn, (tx) =>
        takeAway(tx, by, `staff:${member.id}`),
      );
      expect(outcome).toMatchObject({ error: `${by}_wrong` });
      // That of before.
      expect(await aliveOf('staff_session', 'staff_id', member.id)).toBe(1);
    },
  );

  it.each(['totp', 'recovery_code', 'passkey'] as const)('of a user opens none by %s that is removed', async (by) => {
    const { recoveryCodes, code } = await enrolAuthenticator(app, ann);
    const { device } = await enrolPasskey(app, ann);
    const { options } = await app.ok('POST /user/passkey/begin');
    const begin = {
      totp: () => app.call('POST /user/login', { user_string: ann.email, password: PASSWORD, totp: code() }),
      recovery_code: () =>
        app.call('POST /user/login', { user_string: ann.email, password: PASSWORD, recovery_code: recoveryCodes[0] }),
      passkey: () => app.call('POST /user/passkey/login', { passkey: device.sign(options) }),
    }[by];
    const outcome = await amid(app, annsAccount(), begin, (tx) => takeAway(tx, by, `user:${ann.id}`));
    expect(outcome).toMatchObject({ error: `${by}_wrong` });
    expect(await aliveOf('session', 'user_id', ann.id)).toBe(1);
  });
});
