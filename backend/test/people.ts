import { TERMS_VERSION } from '@tessera/api/identity/rules';
import { neg } from '@tessera/money';
import { houseAccount, postJournal, type UserAccountName, userAccount } from '../src/platform/ledger/index.ts';
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

/** Signs a user up as the client does, with a code from the outbox. */
export async function signUp(
  app: TestApp,
  { email, password = PASSWORD, level = 0, funds = {} }: Wanted = {},
): Promise<Person> {
  people += 1;
  const address = email ?? `person${people}@example.com`;
  await app.ok('POST /sms_mail', { user_string: address, scene: 'register' });
  const { token, user } = await app.ok('POST /user/register', {
    loginActive: 'email',
    user_string: address,
    code: lastCode(app, address),
    password,
    re_password: password,
    terms: TERMS_VERSION,
  });
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
