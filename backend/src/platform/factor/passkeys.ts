import { createHash } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import * as z from 'zod/mini';
import type { Sql } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import { CHALLENGE_LASTS, type Occasion, openChallenge, takeChallenge } from './challenges.ts';
import type { Factors } from './factors.ts';
import { type Holder, holderKey, holderOf, requiringRow, type Used } from './holder.ts';
import { approvesBy, approvesFrom, isApproving } from './waiting.ts';

/** EdDSA, ES256, RS256. The library's own default begins with ML-DSA, whose keys Node verifies experimentally only. */
const ALGORITHMS = [-8, -7, -257];
export const MAX_PASSKEYS = 10;
const LOCALHOST = /^https?:\/\/localhost(:\d{1,5})?$/;

const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,20000}$/));
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') };
/** What browsers send; other fields, such as extensions, are not read. */
const registrationShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10))),
  }),
});
const assertionShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
});
const clientDataShape = z.object({ challenge: base64url, origin: z.string() });

const wrong = (cause?: unknown): DomainError => new DomainError('passkey_wrong', { field: 'passkey', cause });

function parse<T>(schema: z.ZodMiniType<T>, text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw wrong(error);
  }
  const reading = schema.safeParse(value);
  if (!reading.success) throw wrong();
  return reading.data;
}

const clientDataOf = (encoded: string) => parse(clientDataShape, Buffer.from(encoded, 'base64url').toString());

/** Origin and relying party that a response must be for. Without configured origins: localhost, at any port. */
function expectedOf({ origins }: Pick<Factors, 'origins'>, origin: string) {
  const [first] = origins;
  if (first) return { expectedOrigin: [...origins], expectedRPID: new URL(first).hostname };
  if (!LOCALHOST.test(origin)) throw wrong();
  return { expectedOrigin: [origin], expectedRPID: 'localhost' };
}

const rpIdOf = ({ origins: [first] }: Pick<Factors, 'origins'>): string =>
  first ? new URL(first).hostname : 'localhost';

/** Names the holder to the authenticator without saying who it is. */
const handleOf = (owner: string) => new Uint8Array(createHash('sha256').update(`tessera passkey ${owner}`).digest());

type Stored = {
  readonly id: string;
  readonly holder: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: string;
  readonly transports: string[];
  /** Unix ms; null: at once. */
  readonly approves_from: number | null;
};

export type Passkey = {
  readonly id: string;
  readonly name: string;
  readonly synced: boolean;
  /** Unix ms. */
  readonly created_at: number;
  readonly last_used_at: number | null;
  /** From when it approves; null: since it was added. */
  readonly approves_from: number | null;
};

export const passkeysOf = (sql: Sql, holder: Holder): Promise<Passkey[]> =>
  sql.query<Passkey>(
    'select id, name, synced, created_at, last_used_at, approves_from from passkey where holder = $1 order by id limit 100',
    [holderKey(holder)],
  );

/** All of an owner's, or those that approve by a time. */
const credentialsOf = (sql: Sql, owner: string, approvingAt: number | null = null) =>
  sql.query<Pick<Stored, 'credential_id' | 'transports'>>(
    `select credential_id, transports from passkey where holder = $1 and ${approvesBy('$2')} order by id limit 100`,
    [owner, approvingAt === null ? null : new Date(approvingAt)],
  );

const describe = (rows: readonly Pick<Stored, 'credential_id' | 'transports'>[]) =>
  rows.map(({ credential_id: id, transports }) => ({ id, transports }));

/**
 * Options for `navigator.credentials.create`, as JSON. Every passkey is discoverable and verifies its user by PIN or
 * biometry, so that it can stand for password and second factor together.
 */
export async function beginPasskey(
  factors: Factors,
  holder: Holder,
  { sessionId, name }: { readonly sessionId: string | null; readonly name: string },
): Promise<string> {
  const { database, now } = factors;
  const owner = holderKey(holder);
  const known = await credentialsOf(database, owner);
  if (known.length >= MAX_PASSKEYS) throw new DomainError('too_many_passkeys', { params: { max: MAX_PASSKEYS } });
  const options = await generateRegistrationOptions({
    rpName: 'Tessera',
    rpID: rpIdOf(factors),
    userName: name,
    userDisplayName: name,
    userID: handleOf(owner),
    challenge: await openChallenge(database, { purpose: 'register', holder, sessionId }, now()),
    timeout: CHALLENGE_LASTS,
    attestationType: 'none',
    excludeCredentials: describe(known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return JSON.stringify(options);
}

/** Checks a new passkey. Returns what stores it, in the caller's transaction. Rejects with `passkey_wrong`. */
export async function checkNewPasskey(
  factors: Factors,
  holder: Holder,
  {
    sessionId,
    response,
    name,
  }: { readonly sessionId: string | null; readonly response: string; readonly name: string },
) {
  const { database, now } = factors;
  const given = parse(registrationShape, response);
  const { challenge, origin } = clientDataOf(given.response.clientDataJSON);
  const expected = expectedOf(factors, origin);
  const taken = await takeChallenge(
    database,
    Buffer.from(challenge, 'base64url'),
    { purpose: 'register', holder, sessionId },
    now(),
  );
  if (!taken) throw wrong();
  const verified = await verifyRegistrationResponse({
    response: { ...given, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: challenge,
    ...expected,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    throw wrong(error);
  });
  if (!verified.verified) throw wrong();
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const owner = holderKey(holder);
  return async (sql: Sql): Promise<Passkey> => {
    // Counted under a lock: additions at once stay within the limit.
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`passkeys of ${owner}`]);
    if ((await credentialsOf(sql, owner)).length >= MAX_PASSKEYS) {
      throw new DomainError('too_many_passkeys', { params: { max: MAX_PASSKEYS } });
    }
    const [row] = await sql.query<Passkey>(
      `insert into passkey
         (holder, credential_id, public_key, counter, transports, synced, name, created_at, approves_from)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (credential_id) do nothing
       returning id, name, synced, created_at, last_used_at, approves_from`,
      [
        owner,
        credential.id,
        Buffer.from(credential.publicKey),
        credential.counter,
        given.response.transports ?? [],
        credentialBackedUp,
        name,
        new Date(now()),
        approvesFrom(holder, now()),
      ],
    );
    if (!row) throw wrong();
    return row;
  };
}

/** To log in, any passkey of the holder's is enough; all else takes one that approves. */
export const isLogIn = ({ purpose }: Pick<Occasion, 'purpose'>): boolean => purpose === 'sign-in';

/** Options for `navigator.credentials.get`, as JSON: for one holder, or for any. */
export async function askPasskey(factors: Factors, occasion: Occasion): Promise<string> {
  const { database, now } = factors;
  const { holder } = occasion;
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(factors),
    challenge: await openChallenge(database, occasion, now()),
    allowCredentials: holder
      ? describe(await credentialsOf(database, holderKey(holder), isLogIn(occasion) ? null : now()))
      : [],
    userVerification: 'required',
    timeout: CHALLENGE_LASTS,
  });
  return JSON.stringify(options);
}

/**
 * Checks an assertion and returns whose passkey it is. The challenge is used up even if the rest is wrong. Rejects with
 * `passkey_wrong` for another occasion, origin, holder or content, and for a copied passkey whose counter went back; with
 * `factor_waits` for a new one that is to do more than log in. Returns whether it approves.
 */
export async function proveByPasskey(
  factors: Factors,
  occasion: Occasion,
  kind: Holder['kind'],
  response: string,
): Promise<Used & { readonly owner: Holder }> {
  const { database, now } = factors;
  const given = parse(assertionShape, response);
  const { challenge, origin } = clientDataOf(given.response.clientDataJSON);
  const expected = expectedOf(factors, origin);
  if (!(await takeChallenge(database, Buffer.from(challenge, 'base64url'), occasion, now()))) throw wrong();
  const [stored] = await database.query<Stored>(
    `select id, holder, credential_id, public_key, counter, transports, approves_from
       from passkey where credential_id = $1`,
    [given.id],
  );
  if (!stored) throw wrong();
  const holder = holderOf(stored.holder);
  if (holder.kind !== kind || (occasion.holder && holderKey(occasion.holder) !== stored.holder)) throw wrong();
  const verified = await verifyAuthenticationResponse({
    response: { ...given, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    ...expected,
    credential: {
      id: stored.credential_id,
      publicKey: new Uint8Array(stored.public_key),
      counter: Number(stored.counter),
      transports: stored.transports,
    },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw wrong(error);
  });
  if (!verified.verified) throw wrong();
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  const used = await database.query(
    `update passkey set counter = $2, synced = $3, last_used_at = $4
      where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
    [stored.id, newCounter, credentialBackedUp, new Date(now())],
  );
  if (used.length === 0) throw wrong();
  const approves = isApproving(stored.approves_from, now());
  if (!approves && !isLogIn(occasion)) throw new DomainError('factor_waits', { field: 'passkey' });
  const requireKept = requiringRow('select from passkey where id = $1 for key share', [stored.id], wrong);
  return { owner: holder, requireKept, approves };
}

export async function renamePasskey(sql: Sql, holder: Holder, id: string, name: string): Promise<void> {
  const rows = await sql.query('update passkey set name = $3 where holder = $1 and id = $2 returning id', [
    holderKey(holder),
    id,
    name,
  ]);
  if (rows.length === 0) throw new DomainError('not_found', { field: 'id' });
}

export async function removePasskey(sql: Sql, holder: Holder, id: string): Promise<void> {
  const rows = await sql.query('delete from passkey where holder = $1 and id = $2 returning id', [
    holderKey(holder),
    id,
  ]);
  if (rows.length === 0) throw new DomainError('not_found', { field: 'id' });
}
