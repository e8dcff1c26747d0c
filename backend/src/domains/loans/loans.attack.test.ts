import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLoanStage, type LoanStage, PAY_PASSWORD } from '../../../test/loan-stage.ts';
import type { Person } from '../../../test/people.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';

let stage: LoanStage;
beforeAll(async () => {
  stage = await createLoanStage();
  await stage.fund('50000000');
});
afterAll(async () => {
  const audit = await auditLedger(stage.app.database);
  await stage.close();
  expect(audit).toEqual({ unbalanced: [], wrongBalances: [] });
});

const change = (path: 'repay' | 'collateral', payload: Record<string, unknown>, { token }: Person) =>
  stage.app.call(`POST /user/loan/${path}`, { key: PAY_PASSWORD, ...payload }, { token, idempotencyKey: randomUUID() });
const balance = ({ id }: Person, currency: string) => userBalance(stage.app.database, id, 'change', currency);

it('two applications at once lock one collateral, and another user’s loan cannot be touched', async () => {
  const [ann, ben] = [await stage.borrower(), await stage.borrower()];
  const payloads = [await stage.payload(ann), await stage.payload(ann)];
  const outcomes = await Promise.all(
    payloads.map((payload) =>
      stage.app.call('POST /user/jiedaisave', payload, { token: ann.token, idempotencyKey: randomUUID() }),
    ),
  );
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  expect(await balance(ann, 'BTC')).toBe('80');
  const { id } = await stage.latest(ann);
  expect(await change('collateral', { id, number: '1' }, ben)).toMatchObject({ error: 'not_found' });
  expect(await change('repay', { id }, ben)).toMatchObject({ error: 'not_found' });
});

it('more than is owed, the collateral, and dust repay nothing; two repayments at once repay once', async () => {
  const ann = await stage.borrower({ BTC: '20', USDT: '100' });
  const { id } = await stage.loan(ann);
  expect(await change('repay', { id, number: '500100.000001' }, ann)).toMatchObject({ error: 'amount_too_large' });
  expect(await change('repay', { id, number: '0.000001' }, ann)).toMatchObject({ error: 'amount_too_small' });
  expect(await change('collateral', { id, number: '1' }, ann)).toMatchObject({ error: 'insufficient_balance' });
  const outcomes = await Promise.all([change('repay', { id }, ann), change('repay', { id }, ann)]);
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  expect([await balance(ann, 'USDT'), await balance(ann, 'BTC')]).toEqual(['0', '20']);
});

it('collateral that came before the liquidation keeps the loan; at once, one of the two holds', async () => {
  const ann = await stage.borrower({ BTC: '100' });
  const { id } = await stage.loan(ann);
  stage.price('27000');
  expect((await change('collateral', { id, number: '20' }, ann)).type).toBe('ok');
  await stage.pass(1_000);
  expect((await stage.latest(ann)).loan?.state).toBe('running');
  stage.price('13000');
  const [added] = await Promise.all([change('collateral', { id, number: '60' }, ann), stage.run('loans-watch')]);
  const { loan } = await stage.latest(ann);
  expect(loan?.state).toBe(added.type === 'ok' ? 'running' : 'liquidated');
});
