import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { proofKey, type SignedTick, signedTicks, tickAt } from '../instruments/proof-fixtures.ts';
import { option } from './fixtures.ts';
import { settlementFault } from './verify.ts';
import { optionToWire, type SettlementProof } from './wire.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 20, 15);
const key = proofKey;

/** Prices in thousandths of a tick; `former` ticks are recorded as whole ones. */
const record = (priceAt: (at: number) => number | null, signer?: KeyObject, former = false) =>
  signedTicks(
    [1, 2, 3].map((minute) => START + minute * MINUTE),
    (end) =>
      Array.from({ length: 300 }, (_, place) => end - MINUTE + 200 * place).flatMap((at): SignedTick[] => {
        const fine = priceAt(at);
        if (fine === null) return [];
        const price = Math.round(fine / 1_000);
        const whole = tickAt(at, price);
        return [former ? whole : [...whole, 0, fine - price * 1_000]];
      }),
    signer,
  );

const ENTRY = START + MINUTE + 1_000;
const EXPIRY = ENTRY + MINUTE;

/** An option that enters in the second minute and expires in the third. */
function proofOf(
  priceAt: (at: number) => number | null,
  changes: Partial<SettlementProof['option']> = {},
  signer?: KeyObject,
  former = false,
): SettlementProof {
  const { heads, spanOf } = record(priceAt, signer, former);
  return {
    version: 2,
    option: {
      ...optionToWire(
        option({
          status: 'settled',
          result: 'won',
          close_price: '60000.00001',
          open_price: '60000',
          profit: '85',
          created_at: ENTRY - 1_000,
          entry_at: ENTRY,
          expires_at: EXPIRY,
        }),
      ),
      max_age: 5_000,
      payout: '185',
      strike_number: 306,
      settlement_number: 606,
      ...changes,
    },
    record: {
      entry: spanOf(START + MINUTE, START + 2 * MINUTE),
      settlement: spanOf(START + MINUTE, START + 3 * MINUTE),
      heads,
      key,
    },
  };
}
/** By a thousandth of a tick. */
const rising = (at: number) => 6_000_000_000 + (at >= EXPIRY - 30_000 ? 1 : 0);
const whole = proofOf(rising);
const withRecord = (changes: Partial<NonNullable<SettlementProof['record']>>): SettlementProof => ({
  ...whole,
  record: whole.record && { ...whole.record, ...changes },
});

describe('a settlement', () => {
  it('that follows from signed ticks has no fault', async () => {
    expect(await settlementFault(whole, key)).toBeNull();
    expect(await settlementFault(whole)).toBeNull();
    expect(await settlementFault({ ...whole, record: null })).toBe('unsigned');
  });

  it('that claims something else is found out', async () => {
    const claimed = (changes: Partial<SettlementProof['option']>) => settlementFault(proofOf(rising, changes), key);
    expect(await claimed({ result: 'lost', payout: '0' })).toBe('result');
    expect(await claimed({ type: 2 })).toBe('result');
    expect(await claimed({ payout: '184' })).toBe('payout');
    expect(await claimed({ number: '1000' })).toBe('payout');
    expect(await claimed({ close_price: '60000' })).toBe('settlement');
    expect(await claimed({ settlement_number: 605 })).toBe('settlement');
    expect(await claimed({ strike_number: 307 })).toBe('strike');
    expect(await claimed({ strike_number: null, status: 'returned', reason: 'no_strike', payout: '100' })).toBe(
      'strike',
    );
    expect(await claimed({ status: 'returned', reason: 'no_ticks', result: null, payout: '100' })).toBe('result');
    // Another moment has other prices.
    expect(await claimed({ entry_at: ENTRY + 400 })).toBe('strike');
    expect(await claimed({ sell_time: EXPIRY - 200 })).toBe('settlement');
    expect(await claimed({ sell_time: EXPIRY + 2 * MINUTE })).toBe('span');
  });

  it('on ticks that were changed, left out or not signed is found out', async () => {
    const { settlement, heads } = whole.record as NonNullable<SettlementProof['record']>;
    const last = settlement.ticks.length - 300;
    const tick = settlement.ticks[last] as SignedTick;
    const forged = {
      ...settlement,
      ticks: settlement.ticks.with(last, [...tick.slice(0, 7), tick[7] + 5, ...tick.slice(8)] as unknown as SignedTick),
    };
    expect(await settlementFault(withRecord({ settlement: forged }), key)).toBe('ticks');
    // Nor is one whose fraction is another, or was left out.
    for (const end of [[0, (tick[9] ?? 0) + 1], [0], []]) {
      const other = settlement.ticks.with(last, [...tick.slice(0, 8), ...end] as unknown as SignedTick);
      expect(await settlementFault(withRecord({ settlement: { ...settlement, ticks: other } }), key)).toBe('ticks');
    }
    expect(
      await settlementFault(withRecord({ settlement: { ...settlement, ticks: settlement.ticks.slice(1) } }), key),
    ).toBe('ticks');
    expect(await settlementFault(withRecord({ heads: heads.slice(1) }), key)).toBe('heads');
    expect(await settlementFault(withRecord({ settlement: { ...settlement, symbol: 'ETH/USDT' } }), key)).toBe('span');
    expect(
      await settlementFault(
        withRecord({ entry: settlement, settlement: (whole.record as NonNullable<SettlementProof['record']>).entry }),
        key,
      ),
    ).toBe('span');
    expect(await settlementFault(proofOf(rising, {}, generateKeyPairSync('ed25519').privateKey), key)).toBe(
      'signature',
    );
    expect(await settlementFault(whole, 'ab'.repeat(32))).toBe('key');
  });

  it('is a return where the record has no price', async () => {
    const gap = (at: number) => (at >= ENTRY && at <= ENTRY + 6_000 ? null : 6_000_000_000);
    const returned = {
      status: 'returned',
      result: null,
      close_price: null,
      settlement_number: null,
      payout: '100',
    } as const;
    expect(
      await settlementFault(
        proofOf(gap, { ...returned, reason: 'no_strike', strike_number: null, open_price: null }),
        key,
      ),
    ).toBeNull();
    const end = (at: number) => (at > EXPIRY - 5_400 && at <= EXPIRY ? null : 6_000_000_000);
    expect(await settlementFault(proofOf(end, { ...returned, reason: 'no_ticks' }), key)).toBeNull();
    expect(await settlementFault(proofOf(end), key)).toBe('result');
  });
});

describe('a settlement of the former rules', () => {
  const wholeTicks = (changes: Partial<SettlementProof['option']> = {}, former = true): SettlementProof => ({
    ...proofOf(
      (at) => 6_000_000_000 + (at >= EXPIRY - 30_000 ? 1_000 : 0),
      { rules: 1, tick: '0.01', close_price: '60000.01', ...changes },
      undefined,
      former,
    ),
    version: 1,
  });

  it('has no fault by whole ticks, in a file that names no rules, and of ticks with and without a fraction', async () => {
    expect(await settlementFault(wholeTicks(), key)).toBeNull();
    expect(await settlementFault(wholeTicks({}, false), key)).toBeNull();
    const { rules: _, ...option } = wholeTicks().option;
    expect(await settlementFault({ ...wholeTicks(), option: option as SettlementProof['option'] }, key)).toBeNull();
  });

  it('returns the stake of a tie, which those of now do not', async () => {
    const flat = (rules: 1 | 2, payout: string) =>
      settlementFault(
        proofOf(() => 6_000_000_000, {
          ...{ rules, tick: rules === 1 ? '0.01' : '0.00001', payout },
          ...{ result: 'tied', close_price: '60000' },
        }),
        key,
      );
    expect([await flat(1, '100'), await flat(1, '92.5')]).toEqual([null, 'payout']);
    expect([await flat(2, '92.5'), await flat(2, '100')]).toEqual([null, 'payout']);
  });

  it('is not that of the rules of now, nor the other way round', async () => {
    expect(await settlementFault(proofOf(rising, { rules: 1 }), key)).toBe('span');
    expect(await settlementFault(wholeTicks({ rules: 2 }), key)).toBe('span');
    // A thousandth of a tick is nothing in whole ones.
    expect(await settlementFault(proofOf(rising, { rules: 1, tick: '0.01' }), key)).toBe('settlement');
  });
});
