import { createHash } from 'node:crypto';
import { TERMS_VERSION } from '@tessera/api/identity/rules';
import { neg } from '@tessera/money';
import { signUp as register } from '../src/domains/identity/sign-up.ts';
import { houseAccount, postJournal, type UserAccountName, userAccount } from '../src/platform/ledger/index.ts';
import { SESSION_KEY } from './session-key.ts';
import type { TestApp } from './test-app.ts';

export type Person = { readonly id: string; readonly uid: string; readonly token: string; readonly email: string };

type Wanted = {
  readonly email?: string;
  readonly password?: string;
  readonly level?: 0 | 1 | 2;
  /** What they own from the start, per account and currency. */
  readonly funds?: Partial<Record<UserAccountName, Record<string, string>>>;
};

export const PASSWORD = 'a-decent-secret-81';

let people = 0;

const MAILED = '418205';
/** What a request of `app.call` says of who sent it. */
const CLIENT = {
  userAgent: 'lightMyRequest',
  address: '127.0.0.1',
  language: 'en',
  device: null,
  setDevice: () => undefined,
  key: SESSION_KEY.thumbprint,
  browser: null,
} as const;

/** Six digits that are no part of an amount. */
const CODE = /(?<!\d|\d[.,])\d{6}(?!\d|[.,]\d|\s[A-Z]{3})/;

/** The six digits of the last message to an address that has some. */
export function lastCode({ outbox }: TestApp, to: string): string {
  const code = outbox.findLast(({ to: recipient, body }) => recipient === to && CODE.test(body))?.body.match(CODE)?.[0];
  if (!code) throw new Error(`no code was sent to ${to}`);
  return code;
}

/** Puts money into a user's account from the house's, through the ledger. */
export const fund = (app: TestApp, userId: string, name: UserAccountName, currency: string, amount: string) =>
  app.database.transaction((tx) =>
    postJournal(tx, {
      ref: `test-grant:${userId}:${name}:${currency}:${Math.random()}`,
      kind: 'reward',
      at: app.now(),
      entries: [
        { account: houseAccount('grants'), currency, amount: neg(amount) },
        { account: userAccount(userId, name), currency, amount },
      ],
    }),
  );

/** A user who signed up with a code from the mail: by what the call does, without its request, mail and queue. */
export async function signUp(
  app: TestApp,
  { email, password = PASSWORD, level = 0, funds = {} }: Wanted = {},
): Promise<Person> {
  people += 1;
  const address = email ?? `person${people}@example.com`;
  const now = app.now();
  await app.database.query(
    `insert into verification_code (target, scene, place, code_hash, counted, created_at, expires_at)
     values ($1, 'register', 'unknown', $2, '{}', $3, $4)`,
    [address, createHash('sha256').update(`${address}\n${MAILED}`).digest(), new Date(now), new Date(now + 60_000)],
  );
  const { token, user } = await register(
    app.database,
    {
      loginActive: 'email',
      user_string: address,
      code: MAILED,
      password,
      re_password: password,
      terms: TERMS_VERSION,
    },
    CLIENT,
    now,
  );
  const [row] = await app.database.query<{ id: string }>(
    'update user_account set verification_level = $2 where uid = $1 returning id',
    [user.uid, level],
  );
  if (!row) throw new Error(`${address} is not in the database`);
  for (const [name, currencies] of Object.entries(funds)) {
    for (const [currency, amount] of Object.entries(currencies)) {
      await fund(app, row.id, name as UserAccountName, currency, amount);
    }
  }
  return { id: row.id, uid: user.uid, token, email: address };
}

/** For what is no test of approvals: ways to other users need none, however much goes by them. */
export const letAllUnapproved = ({ database }: Pick<TestApp, 'database'>) =>
  database.query(
    `insert into setting (keyword, value, public) values ('way_unapproved', '100000000', false)
     on conflict (keyword) do update set value = excluded.value`,
  );
