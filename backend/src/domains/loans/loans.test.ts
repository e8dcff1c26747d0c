import { randomUUID } from 'node:crypto';
import { accrue, LOAN_DAY, owedOf } from '@tessera/api/loans/rules';
import { add, sub } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { createLoanStage, DAY, type LoanStage, PAY_PASSWORD } from '../../../test/loan-stage.ts';
import { fund, type Person } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { auditLedger, houseBalance, userBalance } from '../../platform/ledger/index.ts';
import { debtOfRow, loansOf } from './store.ts';
import { watchJob } from './watch.ts';

let stage: LoanStage;
let ann: Person;
beforeAll(async () => {
  stage = await createLoanStage();
  await stage.fund('50000000');
});
beforeEach(async () => {
  stage.price('60000');
  ann = await stage.borrower();
});
afterAll(async () => {
  const audit = await auditLedger(stage.app.database);
  await stage.close();
  expect(audit).toEqual({ unbalanced: [], wrongBalances: [] });
});

const balance = (currency: string, name: 'change' | 'collateral' = 'change', { id } = ann) =>
  userBalance(stage.app.database, id, name, currency);
const house = (name: 'loans' | 'interest' | 'fees' | 'insurance', currency = 'USDT') =>
  houseBalance(stage.app.database, name, currency);
const call = (path: 'repay' | 'collateral', payload: Record<string, unknown>, person = ann) =>
  stage.app.call(
    `POST /user/loan/${path}`,
    { key: PAY_PASSWORD, ...payload },
    {
      token: person.token,
      idempotencyKey: randomUUID(),
    },
  );
const titles = async (person = ann) =>
  (await stage.app.ok('GET /mailMessage/getList', { limit: 20 }, { token: person.token })).list.map(
    ({ title }) => title,
  );

describe('an application', () => {
  it('locks the collateral, waits for two members with six pictures, and is paid into the exchange account', async () => {
    const applied = await stage.apply(ann);
    expect(applied).toMatchObject({ status: 'under_review', day_rate: '0.0002', margin_number: '20', loan: null });
    expect([await balance('BTC'), await balance('BTC', 'collateral')]).toEqual(['80', '20']);
    const [mara, odo] = stage.members;
    const queue = { queue: 'loan', id: applied.id };
    const claimed = await stage.app.ok('POST /staff/queue/claim', queue, { token: mara.token });
    expect(claimed.pictures).toHaveLength(6);
    expect(claimed.details).toEqual(
      expect.arrayContaining([
        { name: 'amount', value: '500000' },
        { name: 'collateral', value: '20 BTC' },
        { name: 'collateral_ratio', value: '2.4' },
      ]),
    );
    const upload = claimed.pictures[0]?.split('/').at(-1) ?? '';
    expect(
      await stage.app.ports.viewPicture(
        { ...mara, role: 'treasury', sessionId: '1', key: null, browser: null },
        upload,
      ),
    ).toBe(true);
    expect(
      await stage.app.ports.viewPicture({ ...odo, role: 'treasury', sessionId: '1', key: null, browser: null }, upload),
    ).toBe(false);
    const lent = await house('loans');
    await stage.app.ok('POST /staff/queue/approve', queue, { token: mara.token });
    expect(await balance('USDT')).toBe('0');
    await stage.app.ok('POST /staff/queue/approve', queue, { token: odo.token });
    expect(await balance('USDT')).toBe('500000');
    expect(sub(lent, await house('loans'))).toBe('500000');
    expect(await stage.latest(ann)).toMatchObject({
      status: 'approved',
      margin_number: '20',
      loan: {
        state: 'running',
        principal: '500000',
        interest: '100',
        owed: '500100',
        risk_rate: '2.3995',
        liquidation_price: '27505.5',
        warnings: [
          { ratio: '1.5', price: '37507.5' },
          { ratio: '1.3', price: '32506.5' },
          { ratio: '1.2', price: '30006' },
        ],
        paused: null,
        due_at: stage.app.now() + 30 * DAY,
        events: [{ kind: 'paid_out', number: '500000', price: '60000' }],
      },
    });
    expect((await titles())[0]).toBe('Your loan has been paid out');
    expect(stage.app.outbox.findLast(({ to }) => to === ann.email)?.body).toContain('500,000 USDT');
    const reread = await stage.app.ok('GET /mailMessage/getList', {}, { token: ann.token, language: 'de' });
    expect(reread.list[0]?.title).toBe('Ihr Kredit wurde ausgezahlt');
    const holdings = await stage.app.ports.productHoldings(stage.app.database, ann.id);
    expect(holdings).toEqual([
      expect.objectContaining({
        product: 'loan',
        account: 'collateral',
        currency: 'BTC',
        amount: '20',
        status: 'running',
      }),
    ]);
  });

  it('is rejected with a reason that its user reads, gives the collateral back, and can be made again', async () => {
    const { id } = await stage.apply(ann);
    const [mara] = stage.members;
    const decision = { queue: 'loan', id, reason: 'The deed is not readable' };
    await stage.app.ok('POST /staff/queue/reject', decision, { token: mara.token });
    expect(await stage.latest(ann)).toMatchObject({ status: 'rejected', reason: decision.reason, margin_number: '0' });
    expect([await balance('BTC'), await balance('BTC', 'collateral')]).toEqual(['100', '0']);
    const again = await stage.apply(ann, { margin_number: '17' });
    expect(again.status).toBe('under_review');
    const cancelled = await stage.app.ok(
      'POST /user/loan/cancel',
      { id: again.id },
      { token: ann.token, idempotencyKey: randomUUID() },
    );
    expect(cancelled.status).toBe('cancelled');
    expect(await balance('BTC')).toBe('100');
    const { list, total } = await stage.app.ok('GET /user/loans', {}, { token: ann.token });
    expect([total, ...list.map(({ status }) => status)]).toEqual([2, 'cancelled', 'rejected']);
    const listed = await stage.app.ok(
      'GET /staff/queue/list',
      { queue: 'loan', status: 'rejected' },
      { token: mara.token },
    );
    expect(listed.list.map((item) => item.id)).toEqual(expect.arrayContaining([id, again.id]));
  });

  it.each([
    [{ money: '499999' }, 'amount_too_small', 'money'],
    [{ money: '1000001', margin_number: '90' }, 'amount_too_large', 'money'],
    [{ days: 6 }, 'field_too_small', 'days'],
    [{ days: 366 }, 'field_too_large', 'days'],
    [{ margin_number: '16.66666666' }, 'collateral_too_low', 'margin_number'],
    [{ margin_number: '101' }, 'insufficient_balance', 'margin_number'],
    [{ margin_currency: 'DOGE' }, 'field_unknown_choice', 'margin_currency'],
    [{ contact: '99999999' }, 'loan_contact_invalid', 'contact'],
    [{ contact: 'nobody' }, 'loan_contact_invalid', 'contact'],
    [{ qiche_pic1: '' }, 'field_required', 'qiche_pic1'],
    [{ fangchan_pic: '/api/uploads/somebody-elses-picture.jpg' }, 'upload_unknown', 'fangchan_pic'],
    [{ key: '000000' }, 'key_wrong', 'key'],
  ])('with %j is rejected: %s', async (changes, error, field) => {
    const payload = await stage.payload(ann, changes);
    expect(
      await stage.app.rejection('POST /user/jiedaisave', payload, { token: ann.token, idempotencyKey: randomUUID() }),
    ).toMatchObject({ error, field });
    expect(await balance('BTC')).toBe('100');
  });

  it('is made at the rate and the terms that were shown, or not at all', async () => {
    const { version } = await stage.app.ok('GET /loan/terms', {});
    const attempt = async (changes: Record<string, unknown>) =>
      stage.app.rejection('POST /user/jiedaisave', await stage.payload(ann, changes), {
        token: ann.token,
        idempotencyKey: randomUUID(),
      });
    const day_rate = '0.0002';
    expect(await attempt({ version: version + 1, day_rate })).toMatchObject({ error: 'terms_changed' });
    expect(await attempt({ version, day_rate: '0.00019' })).toMatchObject({ error: 'terms_changed' });
    expect(await balance('BTC')).toBe('100');
    expect(await stage.apply(ann, { version, day_rate })).toMatchObject({ status: 'under_review', day_rate });
  });

  it('needs identity level 2, and VIP level 2 or the mark of a market maker', async () => {
    const key = () => ({ token: ann.token, idempotencyKey: randomUUID() });
    await stage.app.database.query('update user_account set verification_level = 1 where id = $1', [ann.id]);
    const payload = await stage.payload(ann);
    expect(await stage.app.rejection('POST /user/jiedaisave', payload, key())).toMatchObject({
      error: 'loan_level_required',
    });
    const ben = await stage.borrower({ BTC: '400' }, 1);
    const bens = await stage.payload(ben, { money: '10000000', margin_number: '340' });
    const apply = () =>
      stage.app.call('POST /user/jiedaisave', bens, { token: ben.token, idempotencyKey: randomUUID() });
    expect(await apply()).toMatchObject({ error: 'loan_vip_required', message: expect.stringContaining('level 2') });
    const admin = await signInStaff(stage.app, 'admin');
    const mark = { uid: ben.uid, marked: true, reason: 'Contract of November' };
    await stage.app.database.query('update staff_session set confirmed_at = $1', [new Date(stage.app.now())]);
    const marked = await stage.app.ok('POST /staff/loans/maker', mark, { token: admin.token });
    expect(marked.makers[0]).toMatchObject({ uid: ben.uid, reason: mark.reason });
    expect(await apply()).toMatchObject({ type: 'ok', message: { status: 'under_review', day_rate: '0.0002' } });
    await stage.app.ok('POST /staff/loans/maker', { ...mark, marked: false }, { token: admin.token });
    const { mine } = await stage.app.ok('POST /user/jiedaiusernewone', {}, { token: ben.token });
    expect(mine).toEqual({ level: 1, maker: false, verified: true, loan: null });
  });

  it('gets a lower rate and a larger loan at a higher level, which stay as they were agreed', async () => {
    const cleo = await stage.borrower({ BTC: '400' }, 5);
    const { id, day_rate } = await stage.apply(cleo, { money: '10000000', margin_number: '340' });
    expect(day_rate).toBe('0.00014');
    await stage.app.database.query('update user_account set vip_level = 0 where id = $1', [cleo.id]);
    await stage.approve(id);
    expect((await stage.latest(cleo)).loan).toMatchObject({ principal: '10000000', interest: '1400' });
  });

  it('is not paid out once the price has fallen, until collateral is added', async () => {
    const { id } = await stage.apply(ann, { margin_number: '17' });
    stage.price('50000');
    const [mara] = stage.members;
    const approve = () => stage.app.call('POST /staff/queue/approve', { queue: 'loan', id }, { token: mara.token });
    expect(await approve()).toMatchObject({ error: 'collateral_too_low' });
    expect((await call('collateral', { id, number: '3' })).type).toBe('ok');
    stage.app.feed.setPrice('BTC/USDT', '50000', { halt: 'jump' });
    expect(await approve()).toMatchObject({ error: 'market_halted' });
    stage.price('50000');
    await stage.approve(id);
    expect(await stage.latest(ann)).toMatchObject({
      margin_number: '20',
      loan: { state: 'running', risk_rate: '1.9996' },
    });
  });

  it('is not paid out of money that the house does not have', async () => {
    const left = await house('loans');
    const dora = await stage.borrower({ BTC: '100000' }, 5);
    const eve = await stage.borrower({ BTC: '100' });
    // What remains is lent to others meanwhile.
    await stage.fund(`-${sub(left, '600000')}`);
    const first = await stage.apply(dora);
    const second = await stage.apply(eve);
    const outcomes = await Promise.allSettled([stage.approve(first.id), stage.approve(second.id)]);
    const states = [await stage.latest(dora), await stage.latest(eve)].map(({ status }) => status).sort();
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(states).toEqual(['approved', 'under_review']);
    expect(await house('loans')).toBe('100000');
    await stage.fund(sub(left, '600000'));
  });
});

describe('a loan', () => {
  it('500,000 for 30 days at 0.02 % owes 503,000 at its end and is collected from the exchange account', async () => {
    const before = { interest: await house('interest'), loans: await house('loans') };
    const { id } = await stage.loan(ann);
    await stage.pass(29 * DAY);
    expect((await stage.latest(ann)).loan).toMatchObject({ owed: '503000', interest: '3000' });
    expect((await titles())[0]).toBe('Your loan is due soon');
    await giveUsdt('3000');
    await stage.pass(DAY);
    const { loan, margin_number } = await stage.latest(ann);
    expect(loan).toMatchObject({
      state: 'repaid',
      owed: '0',
      repaid: { principal: '500000', interest: '3000', penalty: '0' },
      ended_at: stage.app.now(),
    });
    expect(margin_number).toBe('0');
    expect([await balance('USDT'), await balance('BTC'), await balance('BTC', 'collateral')]).toEqual([
      '0',
      '100',
      '0',
    ]);
    expect(sub(await house('interest'), before.interest)).toBe('3000');
    expect(await house('loans')).toBe(before.loans);
    expect((await titles())[0]).toBe('Your loan is repaid');
    expect(await call('repay', { id })).toMatchObject({ error: 'loan_not_open' });
    const credit = await stage.app.ok('GET /user/credit', {}, { token: ann.token });
    expect(credit.repayment).toEqual({ in_time: 1, late: 0 });
    expect(credit.parts).toContainEqual({ name: 'repayment', points: 24, max: 40 });
  });

  it('costs 0.5 % for each whole day overdue, and is repaid with it', async () => {
    const { id } = await stage.loan(ann);
    await spendUsdt('500000');
    await stage.pass(30 * DAY);
    expect((await stage.latest(ann)).loan).toMatchObject({ state: 'overdue', owed: '503000' });
    await stage.pass(3 * DAY);
    expect((await stage.latest(ann)).loan).toMatchObject({ state: 'overdue', penalty: '7500', owed: '510500' });
    expect(await titles()).toContain('Your loan is overdue');
    const fees = await house('fees');
    await giveUsdt('510500');
    expect((await call('repay', { id, number: '10500' })).type).toBe('ok');
    expect((await stage.latest(ann)).loan).toMatchObject({ owed: '500000', penalty: '0', interest: '0' });
    expect(sub(await house('fees'), fees)).toBe('7500');
    await stage.pass(DAY);
    expect((await stage.latest(ann)).loan).toMatchObject({ state: 'overdue', penalty: '2500' });
    await giveUsdt('2500');
    await call('repay', { id });
    expect((await stage.latest(ann)).loan?.state).toBe('repaid');
    expect((await stage.app.ok('GET /user/credit', {}, { token: ann.token })).repayment).toEqual({
      in_time: 0,
      late: 1,
    });
  });

  it('an outage over the due time costs no overdue day where the money was there', async () => {
    await stage.loan(ann);
    await giveUsdt('3000');
    await stage.pass(37 * DAY);
    expect((await stage.latest(ann)).loan).toMatchObject({
      state: 'repaid',
      repaid: { principal: '500000', interest: '3000', penalty: '0' },
    });
  });

  it('settles interest every 30 days, and is due where that stays unpaid for a week', async () => {
    const { id } = await stage.loan(ann, { days: 90, schedule: 'monthly' });
    await stage.pass(30 * DAY);
    expect((await stage.latest(ann)).loan).toMatchObject({
      interest: '100',
      repaid: { interest: '3000' },
      next_interest: { number: '3000', unpaid: false },
    });
    await spendUsdt('497000');
    await stage.pass(30 * DAY);
    expect(await titles()).toContain('Loan interest could not be collected');
    expect((await stage.latest(ann)).loan).toMatchObject({ state: 'running', next_interest: { unpaid: true } });
    await stage.pass(7 * DAY);
    const { loan } = await stage.latest(ann);
    expect(loan).toMatchObject({ state: 'running', next_interest: null, due_at: (loan?.paid_at ?? 0) + 68 * DAY });
    await stage.pass(DAY);
    expect((await stage.latest(ann)).loan).toMatchObject({ state: 'overdue', interest: '3800' });
    await giveUsdt('503800');
    await call('repay', { id });
    expect((await stage.latest(ann)).loan).toMatchObject({ state: 'repaid', repaid: { interest: '6800' } });
  });

  it('settled monthly comes to the same as at its end, also after an outage of three months', async () => {
    await stage.loan(ann, { days: 100, schedule: 'monthly' });
    await giveUsdt('10000');
    await stage.pass(95 * DAY);
    expect((await stage.latest(ann)).loan).toMatchObject({ repaid: { interest: '9000' }, interest: '600' });
    await stage.pass(5 * DAY);
    expect((await stage.latest(ann)).loan).toMatchObject({ state: 'repaid', repaid: { interest: '10000' } });
  });

  it('repaid in part costs less from the next day on', async () => {
    const { id } = await stage.loan(ann);
    expect((await call('repay', { id, number: '250100' })).type).toBe('ok');
    await stage.pass(10 * DAY);
    expect((await stage.latest(ann)).loan).toMatchObject({ principal: '250000', interest: '500', owed: '250500' });
  });

  it('counts days in the database as the rules do, in any order and twice', async () => {
    const people: Person[] = [];
    while (people.length < 3) people.push(await stage.borrower({ BTC: '40' }));
    const ids: string[] = [];
    for (const [index, person] of people.entries()) {
      const { id } = await stage.loan(person, { days: 7 + index, money: `${500_000 + index}.123456` });
      ids.push(id);
      await spendUsdt(`${500_000 + index}.123456`, person);
    }
    const rules = new Map((await loansOf(stage.app.database, ids)).map((row) => [row.id, debtOfRow(row)]));
    for (const days of [0.4, 0.7, 3, 0, 5.5, 1.2, 4]) {
      stage.app.advance(days * LOAN_DAY);
      await stage.run('loans-collect', 'loans-accrue', 'loans-accrue');
      for (const row of await loansOf(stage.app.database, ids)) {
        const known = rules.get(row.id);
        if (!known) throw new Error('no such loan');
        const expected = accrue({ ...known, overdue: row.state === 'overdue' }, stage.app.now());
        expect(debtOfRow(row)).toEqual(expected);
        expect(owedOf(expected, 6)).toBe(owedOf(debtOfRow(row), 6));
      }
    }
  });

  it('blocks withdrawals, sending, closing and the visa card’s own money while it is outstanding', async () => {
    const { id } = await stage.loan(ann);
    const send = { account: ann.uid, currency_id: 3, number: '100' };
    expect(await stage.app.rejection('POST /wallet/zhuanzhan/begin', send, { token: ann.token })).toMatchObject({
      error: 'loan_outstanding',
    });
    await expect(stage.app.database.transaction((tx) => stage.app.ports.keepsMoney(tx, ann.id))).rejects.toMatchObject({
      code: 'loan_outstanding',
    });
    expect(await stage.app.ok('GET /wallet/spending', { currency: 'USDT' }, { token: ann.token })).toMatchObject({
      kept: expect.stringMatching(/^Repay your loan first/),
      braked: null,
    });
    expect(await stage.app.ports.closingObstacles(stage.app.database, ann.id)).toContainEqual(
      expect.objectContaining({ kind: 'loan', count: 1 }),
    );
    expect(await stage.app.ports.debts(stage.app.database, ann.id)).toEqual([
      { userId: ann.id, currency: 'USDT', amount: '500100' },
    ]);
    await giveUsdt('1000');
    await call('repay', { id });
    await stage.app.database.transaction((tx) => stage.app.ports.keepsMoney(tx, ann.id));
  });
});

describe('the collateral', () => {
  // Loans of other tests end before prices fall here.
  beforeEach(async () => {
    stage.price('1');
    await stage.run('loans-watch');
    stage.price('60000');
  });

  it('is warned of at 150, 130 and 120 %, once each, and again after it recovered', async () => {
    const { id } = await stage.loan(ann);
    const at = async (price: string) => {
      stage.price(price);
      await stage.pass(1_000);
      return (await stage.latest(ann)).loan?.events.filter(({ kind }) => kind === 'warning').length;
    };
    expect(await at('37508')).toBe(0);
    expect(await at('37507')).toBe(1);
    expect(await at('33000')).toBe(1);
    // Through two levels at once there is one warning, of the deeper.
    expect(await at('30005')).toBe(2);
    expect(await at('29000')).toBe(2);
    expect(await at('60000')).toBe(2);
    expect(await at('37000')).toBe(3);
    expect((await titles()).slice(0, 3)).toEqual([
      'Loan collateral below 150 %',
      'Loan collateral below 120 %',
      'Loan collateral below 150 %',
    ]);
    await giveUsdt('1000');
    await call('repay', { id });
  });

  it('is sold under 110 % by the index, as far as the debt and the fee need, and the rest comes back', async () => {
    const { id } = await stage.loan(ann);
    const insurance = await house('insurance');
    const lent = await house('loans');
    stage.price('27505.5');
    await stage.pass(1_000);
    expect((await stage.latest(ann)).loan?.state).toBe('running');
    // The last price alone judges nothing.
    stage.app.feed.setPrice('BTC/USDT', '10000', { index: '27505.5' });
    await stage.run('loans-watch');
    expect((await stage.latest(ann)).loan?.state).toBe('running');
    stage.price('27505.4');
    await stage.pass(1_000);
    const { loan, margin_number } = await stage.latest(ann);
    expect(loan).toMatchObject({ state: 'liquidated', owed: '0', events: expect.any(Array) });
    expect(loan?.events.at(-1)).toMatchObject({ kind: 'liquidated', number: '500100', price: '27505.4' });
    expect(margin_number).toBe('0');
    // 500,100 / (27,505.4 × 0.99) = 18.36553969 BTC.
    expect(await balance('BTC')).toBe('81.63446031');
    expect(await balance('BTC', 'collateral')).toBe('0');
    expect(await balance('USDT', 'collateral')).toBe('0');
    expect(sub(await house('loans'), lent)).toBe('500000');
    expect(Number(sub(await house('insurance'), insurance))).toBeCloseTo(5_051.5, 0);
    expect((await titles())[0]).toBe('Your loan was liquidated');
    expect(await call('repay', { id })).toMatchObject({ error: 'loan_not_open' });
    await stage.app.database.transaction((tx) => stage.app.ports.keepsMoney(tx, ann.id));
  });

  it('that is worth less than the debt after a leap is made good by the insurance', async () => {
    await stage.loan(ann);
    const before = { insurance: await house('insurance'), lent: await house('loans'), usdt: await balance('USDT') };
    stage.price('20000');
    await stage.pass(1_000);
    expect((await stage.latest(ann)).loan?.state).toBe('liquidated');
    expect(await balance('BTC')).toBe('80');
    expect(await balance('USDT')).toBe(before.usdt);
    expect(sub(await house('loans'), before.lent)).toBe('500000');
    // 20 BTC bring 400,000 less 4,000; 104,100 are missing.
    expect(sub(await house('insurance'), before.insurance)).toBe('-100100');
  });

  it('in USDT is sold for nothing: it repays by itself, without a fee', async () => {
    const finn = await stage.borrower({ USDT: '1100000' });
    await stage.loan(finn, { margin_currency: 'USDT', margin_number: '1000000', days: 7 });
    await spendUsdt('600000', finn);
    await stage.pass(7 * DAY);
    await stage.pass(170 * DAY);
    // 1.1 × (500,000 + 700 + 2,500 a day) is above 1,000,000 after 164 days.
    expect((await stage.latest(finn)).loan).toMatchObject({ state: 'liquidated', repaid: { principal: '500000' } });
    expect(add(await balance('USDT', 'change', finn), '0')).toBe('74300');
    expect(await balance('USDT', 'collateral', finn)).toBe('0');
  });

  it('is not judged by a price that is stale or halted, and says why', async () => {
    await stage.loan(ann);
    const judge = async (more: object) => {
      stage.app.feed.setPrice('BTC/USDT', '20000', more);
      await stage.run('loans-watch');
      return (await stage.latest(ann)).loan;
    };
    expect(await judge({ halt: 'jump' })).toMatchObject({ state: 'running', paused: 'market_halted' });
    expect(await judge({ at: stage.app.now() - 6_000 })).toMatchObject({ state: 'running', paused: 'stale_price' });
    expect(await judge({ open: false })).toMatchObject({ state: 'running', paused: 'market_closed' });
    const rows = await stage.app.database.query(`select paused from loan_watch where currency = 'BTC'`);
    expect(rows).toEqual([{ paused: 'market_closed' }]);
    expect(await judge({})).toMatchObject({ state: 'liquidated' });
  });

  it('is what makes a closed market worth a line of the log', async () => {
    const noted: unknown[] = [];
    const log = { warn: (fields: unknown) => void noted.push(fields) };
    const { run } = watchJob({ ...stage.app, log });
    const look = () => run(jobRun());
    await stage.app.database.query('delete from loan_watch');
    stage.app.feed.setPrice('ETH/USDT', '3000', { open: false });
    await look();
    expect(noted).toEqual([]);
    await stage.loan(ann);
    stage.app.feed.setPrice('BTC/USDT', '60000', { open: false });
    await look();
    await look();
    expect(noted).toEqual([{ currency: 'BTC', paused: 'market_closed' }]);
  });
});

describe('staff', () => {
  it('change the terms of later loans only, with a record, and not to ones that liquidate at once', async () => {
    const { id } = await stage.loan(ann);
    const admin = await signInStaff(stage.app, 'admin');
    const change = (changes: object) =>
      stage.app.call('POST /staff/loans/terms', { reason: 'A test of terms', ...changes }, { token: admin.token });
    await stage.app.database.query('update staff_session set confirmed_at = null');
    expect(await change({ overdue_rate: '0.01' })).toMatchObject({ error: 'confirmation_required' });
    await stage.app.database.query('update staff_session set confirmed_at = $1', [new Date(stage.app.now())]);
    expect(await change({ initial_ratio: '1.5' })).toMatchObject({ error: 'field_too_small', field: 'initial_ratio' });
    expect(await change({ liquidation_ratio: '1.2' })).toMatchObject({ error: 'field_too_large' });
    expect(await change({ min_days: 200, max_days: 100 })).toMatchObject({
      error: 'field_too_large',
      field: 'min_days',
    });
    expect(await change({ overdue_rate: '0.01' })).toMatchObject({
      type: 'ok',
      message: {
        version: 2,
        terms: { overdue_rate: '0.01' },
        list: expect.arrayContaining([expect.objectContaining({ id })]),
      },
    });
    expect((await stage.latest(ann)).loan?.overdue_rate).toBe('0.005');
    const support = await signInStaff(stage.app, 'support');
    expect(
      await stage.app.rejection('POST /staff/loans/terms', { reason: 'A test of terms' }, { token: support.token }),
    ).toMatchObject({ error: 'forbidden' });
    const actions = await stage.app.database.query(`select subject from staff_action where action = 'loans.change'`);
    expect(actions).toContainEqual({ subject: 'loan_terms:2' });
    await change({ overdue_rate: '0.005' });
  });

  it('see and change the same on the command line', async () => {
    const commands = stage.app.ports.staffCommands();
    const by = { staffId: stage.members[0].id, at: stage.app.now() };
    const run = (name: string, fields: Record<string, string>) =>
      commands.find((each) => each.name === name)?.run(fields, by);
    expect(await run('loans', {})).toEqual(
      expect.arrayContaining([expect.objectContaining({ funds: expect.any(String) })]),
    );
    const why = { reason: 'By the command line' };
    expect(await run('loan-terms', { ...why, min_repayment: '200' })).toMatchObject([{ min_repayment: '200' }]);
    await run('loan-terms', { ...why, min_repayment: '100' });
    expect(await run('market-maker', { ...why, uid: ann.uid, marked: 'true' })).toMatchObject([{ uid: ann.uid }]);
    await run('market-maker', { ...why, uid: ann.uid, marked: 'false' });
  });

  it('pictures are given up after their time, and not before the loan has ended', async () => {
    const { id } = await stage.apply(ann);
    const [mara] = stage.members;
    await stage.app.ok(
      'POST /staff/queue/reject',
      { queue: 'loan', id, reason: 'Not readable' },
      { token: mara.token },
    );
    const kept = async () => {
      const [row] = await stage.app.database.query<{ kept: boolean }>(
        'select front_pic is not null as kept from loan_application where id = $1',
        [id],
      );
      return row?.kept;
    };
    await stage.run('loans-retention');
    expect(await kept()).toBe(true);
    stage.app.advance(91 * DAY);
    await stage.run('loans-retention');
    expect(await kept()).toBe(false);
  });
});

/** Moves a user's USDT in or out as trades would. */
async function giveUsdt(amount: string, person = ann): Promise<void> {
  await fund(stage.app, person.id, 'change', 'USDT', amount);
}
async function spendUsdt(amount: string, person = ann): Promise<void> {
  await giveUsdt(`-${amount}`, person);
}
