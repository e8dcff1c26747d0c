import { mul } from '@tessera/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { proofKey } from '../instruments/proof-fixtures.ts';
import { dualProofOf } from './proof-fixtures.ts';
import { dualPayout } from './rules.ts';
import { dualFault } from './verify.ts';
import { type DualProof, dualTermsOf } from './wire.ts';

const DAY_MS = 86_400_000;

let proof: DualProof;
beforeAll(() => {
  proof = dualProofOf();
});
const withOrder = (changes: Partial<DualProof['order']>) =>
  dualFault({ ...proof, order: { ...proof.order, ...changes } });
const withRecord = (changes: Partial<NonNullable<DualProof['record']>>) =>
  dualFault({ ...proof, record: proof.record && { ...proof.record, ...changes } });

describe('the proof of a dual product', () => {
  it('is right where all signed prices of the hour make what was paid', async () => {
    expect(proof.settlement?.ticks).toBe(720);
    expect(await dualFault(proof, proofKey)).toBeNull();
    expect(await dualFault(proof, 'a'.repeat(64))).toBe('key');
  });

  it('is right where fewer than 600 prices returned the principal', async () => {
    const few = dualProofOf(9);
    expect(few.order).toMatchObject({ status: 'failed', paid: '0.1', paid_currency: 'BTC' });
    expect(await dualFault(few)).toBeNull();
    expect(await dualFault({ ...few, order: { ...few.order, paid: '0.09' } })).toBe('payout');
    expect(await dualFault({ ...few, order: { ...few.order, status: 'completed' } })).toBe('result');
  });

  it('is wrong where the outcome is another one than the prices make', async () => {
    expect(await withOrder({ paid: '6109.14' })).toBe('payout');
    expect(await withOrder({ paid_currency: 'BTC', paid: '0.10015' })).toBe('payout');
    expect(await withOrder({ settlement_price: '60999.99' })).toBe('settlement');
    expect(await withOrder({ price: '70000' })).toBe('payout');
    expect(await withOrder({ status: 'failed' })).toBe('result');
    expect(await withOrder({ matures_at: (proof.order.matures_at ?? 0) - DAY_MS })).toBe('result');
  });

  it('is wrong where prices were left out, changed or taken from another time', async () => {
    const spans = proof.record?.spans ?? [];
    expect(await withRecord({ spans: spans.slice(1) })).toBe('span');
    expect(await withRecord({ spans: spans.toSpliced(2, 1) })).toBe('span');
    const [first] = spans;
    if (!first) throw new Error('there are spans');
    const moved = first.ticks.map((tick, place) => (place === 3 ? (tick.with(7, 1) as typeof tick) : tick));
    expect(await withRecord({ spans: [{ ...first, ticks: moved }, ...spans.slice(1)] })).toBe('ticks');
    expect(await withRecord({ heads: proof.record?.heads.slice(0, 3) ?? [] })).toBe('heads');
    expect(await withRecord({ spans: spans.map((span) => ({ ...span, symbol: 'ETH/USDT' })) })).toBe('span');
    expect(await withRecord({ spans: spans.map((span) => ({ ...span, tick: '0.1' })) })).toBe('settlement');
  });

  it('counts each price in its own tick where staff changed it within the hour', async () => {
    const changedAt = 300;
    // The same prices, in hundredths up to a number and in tenths from then on.
    const mixed = dualProofOf(12, (place) => (place < changedAt ? 6_100_000 : 610_000));
    const spans = (mixed.record?.spans ?? []).map((span) => ({
      ...span,
      tick: span.end.number <= changedAt ? '0.01' : '0.1',
      ...(span.start.number < changedAt &&
        span.end.number > changedAt && { earlier: [{ until: changedAt, tick: '0.01', lot: '0.00001' }] }),
    }));
    expect(spans.filter(({ earlier }) => earlier)).toHaveLength(1);
    const mean = { total: mul('61000', '720'), count: 720 };
    const terms = dualTermsOf(mixed.order, mixed.order.amount);
    if (!terms || !mixed.record || !mixed.settlement) throw new Error('it is settled');
    const { amount: paid, currency: paid_currency } = dualPayout(terms, mean);
    const whole = {
      ...mixed,
      order: { ...mixed.order, status: 'completed' as const, settlement_price: '61000', paid, paid_currency },
      settlement: { ...mixed.settlement, total: mean.total },
      record: { ...mixed.record, spans },
    };
    expect(await dualFault(whole, proofKey)).toBeNull();
    const blind = spans.map(({ earlier: _, ...span }) => span);
    expect(await dualFault({ ...whole, record: { ...whole.record, spans: blind } })).toBe('settlement');
  });

  it('counts prices of spans that overlap once, and says what is not signed yet', async () => {
    const spans = proof.record?.spans ?? [];
    const [first] = spans;
    if (!first) throw new Error('there are spans');
    expect(await withRecord({ spans: [first, ...spans] })).toBeNull();
    expect(await dualFault({ ...proof, record: null })).toBe('unsigned');
  });
});
