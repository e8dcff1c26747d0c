import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { localDepositKeys } from '../../../tools/chains/local-seed.ts';
import { houseAccount, postJournal, userAccount } from '../../platform/ledger/index.ts';
import { runCommand } from '../staff/commands.ts';
import { DEMO_USER } from './demo-user.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ DEMO_USER: '1' });
});
afterAll(() => app.close());

const credentials = { user_string: DEMO_USER.email, password: DEMO_USER.password };
const again = (environment: Record<string, string>) => createTestApp(environment, {}, undefined, undefined, app);
const end = async (...options: string[]) => {
  const printed: string[] = [];
  await runCommand(['end-demonstration', ...options], {
    database: app.database,
    queues: [],
    now: app.now,
    print: (line) => void printed.push(line),
    readPassword: async () => '',
    readUpload: async () => null,
  });
  return printed.join('\n');
};

const orders = () => app.database.query('select status from spot_order');

it('a database that was a demonstration does not start with real money until its user is ended', async () => {
  for (const settings of [localDepositKeys(), { PUBLIC_ORIGIN: 'https://tessera.example' }]) {
    await expect(again(settings)).rejects.toThrow(/were never paid in/);
  }
  // Nor where the account has another address by now.
  await app.database.query(`update user_account set email = 'mine@example.com' where email = $1`, [DEMO_USER.email]);
  await expect(again(localDepositKeys())).rejects.toThrow(/DEPOSIT_XPUB/);
  await app.database.query(`update user_account set email = $1 where email = 'mine@example.com'`, [DEMO_USER.email]);

  const { token } = await app.ok('POST /user/login', credentials);
  await app.ok('GET /user/info', {}, { token });
  await expect(end()).rejects.toThrow('say why');
  const order = { currency_id: 1, legal_id: 3, type: 'sell', target_price: '60000', amount: '0.01' };
  app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
  await app.ok('POST /coin/trade', order, { token, idempotencyKey: 'rests-for-others' });
  expect(await end('--why', 'It becomes the exchange')).toContain('1 sessions ended');
  // What others could still take of its coins.
  expect(await orders()).toEqual([{ status: 'pending' }]);
  await expect(again(localDepositKeys())).rejects.toThrow(/orders of the demonstration's user/);
  await app.queue.drain();
  expect(await orders()).toEqual([{ status: 'cancelled' }]);
  await expect(end('--why', 'Again')).rejects.toThrow('there is no user');
  expect(await app.rejection('GET /user/info', {}, { token })).toMatchObject({ type: '999' });
  const real = await again(localDepositKeys());
  try {
    expect(await real.rejection('POST /user/login', credentials)).toMatchObject({ error: 'account_disabled' });
  } finally {
    await real.close();
  }
  // A start without real money does not bring it back.
  const demonstration = await again({ DEMO_USER: '1' });
  try {
    expect(await demonstration.rejection('POST /user/login', credentials)).toMatchObject({ error: 'account_disabled' });
  } finally {
    await demonstration.close();
  }
});

it('the user of a demonstration from before is marked, and the journal is read before the table of users is locked', async () => {
  const sql = await readFile(new URL('../../../migrations/1576_demonstration_user.sql', import.meta.url), 'utf8');
  expect(sql.slice(sql.indexOf('alter table'))).not.toMatch(/journal|ledger/);
  const { id: other } = await signUp(app, { funds: { change: { USDT: '5' } } });
  const marked = app.database.transaction(async (tx) => {
    await tx.query('alter table user_account drop column demonstration');
    // Other grants mark no account.
    await postJournal(tx, {
      ref: `another-grant:${other}`,
      kind: 'reward',
      at: app.now(),
      entries: [
        { account: houseAccount('grants'), currency: 'USDT', amount: '-1' },
        { account: userAccount(other, 'change'), currency: 'USDT', amount: '1' },
      ],
    });
    await tx.query(sql);
    return tx.query('select email from user_account where demonstration');
  });
  expect(await marked).toEqual([{ email: DEMO_USER.email }]);
});

it('test coins of this machine are no real money', async () => {
  const settings = { ...localDepositKeys(), LOCAL_CHAINS: '1', DEMO_USER: '1' };
  const chains = await createTestApp(settings);
  await chains.close();
});
