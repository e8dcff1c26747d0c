import { contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approveChange } from '../src/platform/staff-changes/decide.ts';
import { runChange } from '../src/platform/staff-changes/run.ts';
import { wireChange } from '../src/platform/staff-changes/store.ts';
import { boxStage } from './box-stage.ts';
import { enrolAuthenticator } from './factors.ts';
import { FakePasskey } from './fake-passkey.ts';
import { HOUR, launchStage } from './launch-stage.ts';
import { nftStage } from './nft-stage.ts';
import { signUp } from './people.ts';
import { signInStaff } from './staff-people.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/*
 * A call that takes two members is first tried, and undone. A handler that uses another database than the one it is handed
 * would commit with the proposal already, by one member: so each such call is proposed, and all tables are compared.
 */

type Input = Readonly<Record<string, unknown>>;
type Member = Awaited<ReturnType<typeof signInStaff>>;

const VAULT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let app: TestApp;
let mara: Member;
let odo: Member;
beforeAll(async () => {
  app = await createTestApp({ DEMO_USER: '1', STAFF_SESSION_IDLE_MINUTES: '480' });
  [mara, odo] = [await signInStaff(app, 'admin'), await signInStaff(app, 'admin')];
  await watchTables();
});
afterAll(() => app.close());

const versionIn = async (table: string, key: string, value: string) =>
  (await app.database.query<{ version: number }>(`select version from ${table} where ${key} = $1`, [value]))[0]
    ?.version;
const idIn = async (table: string) =>
  (await app.database.query<{ id: unknown }>(`select min(id) as id from ${table}`))[0]?.id;
const coin = { code: 'NEW', name: 'New coin', scale: 8, kind: 'crypto' };

/** A valid input of each call that takes two members, that does not only restrict; what it needs is made first. */
const INPUTS: Readonly<Record<string, () => Promise<Input>>> = {
  'POST /staff/calendars/change': async () => ({
    calendar: 'us_equity',
    version: await versionIn('calendar', 'id', 'us_equity'),
    closed: '2027-02-03',
  }),
  'POST /staff/chains/change': async () => ({ chain: 'ethereum', fee_bump: 20 }),
  'POST /staff/chains/network': async () => ({
    chain: 'ethereum',
    currency: 'USDT',
    network: 'ERC20',
    min_deposit: '7',
  }),
  'POST /staff/chains/rescan': async () => {
    await app.database.query(
      `insert into chain_watch (chain, height, head, since) values ('ethereum', 100, 100, now())`,
    );
    return { chain: 'ethereum', from: 90 };
  },
  'POST /staff/chains/token': async () => {
    await app.database.query(`update chain set deposits_halted = true where name = 'ethereum'`);
    return {
      chain: 'ethereum',
      currency: 'USDT',
      contract: '0x1357924680135792468013579246801357924689',
      decimals: 6,
    };
  },
  'POST /staff/coupons/campaign': async () => ({
    name: 'proposed-2026',
    kind: 'fee_discount',
    title_en: 'Proposed',
    currency: 'USDT',
    amount: '5',
    rate: '0.5',
    valid_days: 7,
    supply: 10,
  }),
  'POST /staff/currencies/add': async () => coin,
  'POST /staff/currencies/change': async () => ({
    code: 'SOL',
    version: await versionIn('currency', 'code', 'SOL'),
    name: 'Another name',
  }),
  'POST /staff/house/fund': async () => ({
    account: 'promotions',
    currency: 'USDT',
    amount: '1000',
    from: 'capital',
    reference: 'r-1',
  }),
  'POST /staff/instruments/add': async () => ({
    symbol: 'DOGE/SOL',
    name: 'Dogecoin in Solana',
    category: 'crypto',
    base: 'DOGE',
    quote: 'SOL',
    settlement: 'SOL',
    tick: '0.0000001',
    lot: '0.1',
    maker_fee_rate: '0.001',
    taker_fee_rate: '0.001',
    trades: 'spot',
    calendar: 'crypto',
    spread: '0.0003',
    daily_turnover: '5000000',
    start: '0.0025',
    volatility: '1.5',
  }),
  'POST /staff/instruments/change': async () => ({
    symbol: 'BTC/USDT',
    version: await versionIn('instrument', 'symbol', 'BTC/USDT'),
    maker_fee_rate: '0.0004',
  }),
  'POST /staff/instruments/resume': async () => {
    await app.ok('POST /staff/instruments/halt', { symbol: 'ETH/USDT', reason: 'Looked at' }, mara);
    return { symbol: 'ETH/USDT' };
  },
  'POST /staff/invest/product': async () => ({
    code: 'fixed-proposed',
    section: 'fixed',
    currency: 'USDT',
    annual_rate: '0.05',
    penalty_ratio: '0.01',
    days: 30,
    share_size: '10',
    total_shares: 100,
    name_en: 'A month',
  }),
  'POST /staff/launchpad/cancel': async () => ({ id: await launchStage(app).sale() }),
  'POST /staff/launchpad/change': async () => ({ id: await launchStage(app).sale(), version: 1, name: 'Renamed' }),
  'POST /staff/launchpad/create': async () => ({
    currency: 'PROP',
    scale: 0,
    name: 'Proposed',
    description_en: 'A token.',
    price: '2',
    pay_currencies: 'USDT',
    total_issuance: '1000',
    user_cap: '400',
    min_amount: '5',
    start_time: app.now() + HOUR,
    end_time: app.now() + 2 * HOUR,
    listing_time: app.now() + 3 * HOUR,
  }),
  'POST /staff/loans/maker': async () => ({ uid: (await signUp(app)).uid, marked: 1 }),
  'POST /staff/loans/terms': async () => ({ min_repayment: '200' }),
  'POST /staff/members/remove_passkey': async () => {
    const other = await signInStaff(app, 'support');
    const device = new FakePasskey();
    const { options } = await app.ok('POST /staff/passkey/new/begin', {}, other);
    await app.ok('POST /staff/passkey/new', { passkey: device.create(options), name: 'Key' }, other);
    const [row] = await app.database.query<{ id: string }>('select max(id) as id from passkey where holder = $1', [
      `staff:${other.id}`,
    ]);
    return { id: other.id, passkey: row?.id };
  },
  'POST /staff/members/reset_factor': async () => ({ id: (await signInStaff(app, 'support')).id }),
  'POST /staff/mining/product': async () => ({ product: 'demo-usdt-5', penalty_ratio: '0.07' }),
  'POST /staff/nft/release': async () => {
    const stage = nftStage(app);
    stage.prices();
    const code = await stage.auction();
    await stage.depositAndBid(await stage.person(), code, '100');
    await app.ok('POST /staff/nft/work', { code, shown: false, reason: 'Copied' }, mara);
    return { code };
  },
  'POST /staff/nft/series/create': async () => {
    const boxes = boxStage(app);
    const { id, code } = await boxes.nft.work({ editions: 4, name: 'Proposed box' });
    await app.database.query('update nft_work set blind_box = true where id = $1', [id]);
    return { code, inventory: await boxes.inventory(1, 3), currency: 'USDT', price: '25', start_time: app.now() };
  },
  'POST /staff/options/limits': async () => ({ max_open: 7 }),
  'POST /staff/options/resume': async () => {
    await app.database.query(
      `insert into option_pause (symbol, seconds, kind, since) values ('BTC/USDT', 30, 'wins', now())`,
    );
    return { symbol: 'BTC/USDT', seconds: 30 };
  },
  'POST /staff/options/term': async () => ({ seconds: 60, max_number: '4999' }),
  'POST /staff/quickbuy/account': async () => ({ id: await idIn('quick_buy_account'), account_name: 'Another Ltd' }),
  'POST /staff/quickbuy/method': async () => ({ method: 'card', fee_rate: '0.04' }),
  'POST /staff/quiz/limits': async () => ({ max_open: 7 }),
  'POST /staff/quiz/series': async () => ({ id: await idIn('quiz_series'), rake: '0.06' }),
  'POST /staff/referral/terms': async () => ({ min_claim: '7' }),
  'POST /staff/services/resume': async () => {
    await app.ok('POST /staff/services/pause', { service: 'convert', reason: 'Looked at' }, mara);
    return { service: 'convert' };
  },
  'POST /staff/treasury/cold': async () => ({ chain: 'ethereum', address: VAULT }),
  'POST /staff/treasury/elsewhere': async () => ({ currency: 'USDT', amount: '250000', reference: 'Custodian A' }),
  'POST /staff/treasury/limit': async () => ({ chain: 'ethereum', currency: 'USDT', low: '20000', high: '100000' }),
  'POST /staff/treasury/movement': async () => ({
    chain: 'ethereum',
    currency: 'ETH',
    address: VAULT,
    direction: 'in',
    amount: '5',
    reference: 'tx-1',
  }),
  'POST /staff/treasury/sweep': async () => ({ chain: 'ethereum', currency: 'USDT', amount: '50' }),
  'POST /staff/users/remove_factors': async () => {
    const user = await signUp(app, { level: 1 });
    await enrolAuthenticator(app, user);
    await app.database.query('update user_account set withdrawals_blocked_until = null where id = $1', [user.id]);
    return { uid: user.uid, authenticator: 0, passkeys: 0, recovery_codes: 0 };
  },
  'POST /staff/vip/change': async () => {
    const { version } = await app.ok('GET /staff/vip', {}, mara);
    return { level: 1, version, fee_discount: '0.07' };
  },
};

/** Rows of the proposal itself: the change, its step in the audit, and mails to members. */
const OWN = new Set(['staff_change', 'staff_action', 'message_delivery']);
/** What a proposal adds of its own (`changeSteps`). */
const STEPS: Readonly<Record<string, readonly string[]>> = {
  'POST /staff/users/remove_factors': ['factor_removal'],
};

/** From now on `written` has the name of each table with a row that was committed; what is undone leaves none. */
const watchTables = () =>
  app.database.query(`do $$ declare each regclass; begin
    create table written (name text primary key);
    create function note_written() returns trigger language plpgsql as
      'begin insert into written values (tg_relid::regclass::text) on conflict do nothing; return null; end';
    for each in select oid::regclass from pg_class
                 where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'written' loop
      execute format('create trigger note_written after insert or update or delete on %s
                        for each row execute function note_written()', each);
    end loop;
  end $$`);
const written = async () =>
  (await app.database.query<{ name: string }>('delete from written returning name'))
    .map(({ name }) => name)
    .filter((name) => !OWN.has(name));
const audited = () => app.database.query<{ action: string }>('select action from staff_action order by id');

const calls: Readonly<Record<string, Call>> = contract;
const byTwo = Object.keys(calls).filter((callId) => calls[callId]?.staff?.members === 2) as (keyof typeof contract)[];

it('every call that takes two members is proposed below, and no other', () => {
  expect(Object.keys(INPUTS).toSorted()).toEqual(byTwo.toSorted());
});

it.each(byTwo)('%s leaves nothing but its proposal, until another member approved it', async (callId) => {
  const input = { ...(await INPUTS[callId]?.()), reason: 'As planned' };
  await app.database.query('update staff_session set confirmed_at = $1', [new Date(app.now())]);
  await app.queue.drain();
  await written();
  const [done, catalogue, sent] = [(await audited()).length, app.catalogue.current(), app.outbox.length];
  const outcome = await app.call(callId, input, { token: mara.token, proposed: true });
  expect(outcome).toMatchObject({ type: 'ok', message: { proposed: { state: 'proposed' } } });
  expect(await written()).toEqual(STEPS[callId] ?? []);
  expect((await audited()).slice(done)).toEqual([{ action: 'change.propose' }]);
  expect(app.catalogue.current()).toBe(catalogue);
  expect(new Set(app.outbox.slice(sent).map(({ subject }) => subject.replace(/\d+/, 'N')))).toEqual(
    new Set(['Change N was proposed']),
  );
  // The input does something: a call that changes nothing would leave nothing either.
  const { id, hash } = (outcome as unknown as { message: { proposed: { id: string; hash: string } } }).message.proposed;
  const parts = {
    database: app.database,
    ports: app.ports,
    delays: { staffChangeDelayMs: 0, factorRemovalDelayMs: 0 },
  };
  await approveChange(parts, { id, hash, reason: 'The same' }, 'admin', { staffId: odo.id, at: app.now() });
  await runChange(parts, id, app.now());
  expect((await wireChange(app.database, id, parts.delays)).failure).toBeNull();
  expect(await written()).not.toEqual([]);
});
