import {
  faultOf,
  firstLink,
  isSigned,
  isWhole,
  type SignedHeads,
  type TickSpan,
} from '@tessera/api/instruments/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_STEP, recordSteps } from '../../../test/market-steps.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { createRecorder } from '../../platform/market/recorder.ts';
import { decodeTicks, encodeTicks, type Tick } from '../../platform/market/tick-record.ts';

const MINUTE = 60_000;
const BTC = 'BTC/USDT';

let app: TestApp;
let jobs: ReturnType<typeof recurringJobsOf>;
beforeAll(async () => {
  app = await createTestApp();
  const recorder = createRecorder();
  await recorder.load(app.database);
  // Three minutes are over, a fourth one runs; ether begins in the second one.
  const sequence = await recordSteps(app.database, recorder, { symbols: [BTC], every: 2_000, count: 30 });
  await recordSteps(app.database, recorder, { from: FIRST_STEP + MINUTE, every: 2_000, count: 70, sequence });
  jobs = recurringJobsOf(app);
  expect(await jobs.turn('market-minute')).toBe('done');
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

const ticks = (from: number, to: number, symbol = BTC): Promise<TickSpan> =>
  app.ok('GET /market/ticks', { symbol, from: FIRST_STEP + from, to: FIRST_STEP + to });
const heads = async (): Promise<{ key: string; list: SignedHeads[] }> => app.ok('GET /market/heads', { limit: 20 });

describe('the record of ticks', () => {
  it('is verified by clients, from the calls alone', async () => {
    const { key, list } = await heads();
    expect(list.map(({ at }) => at - FIRST_STEP)).toEqual([MINUTE, 2 * MINUTE, 3 * MINUTE]);
    for (const head of list) expect(await isSigned(head, key)).toBe(true);

    // Whole minutes around what was asked for.
    const middle = await ticks(70_000, 110_000);
    expect([middle.start.at, middle.end.at]).toEqual([FIRST_STEP + MINUTE, FIRST_STEP + 2 * MINUTE]);
    expect(middle.ticks).toHaveLength(30);
    expect(middle).toMatchObject({ tick: '0.01', lot: '0.00001' });
    expect(await faultOf(middle, list, key)).toBeNull();

    // From the beginning, and up to what is signed.
    const all = await ticks(-MINUTE, 5 * MINUTE);
    expect(all.start).toEqual({ at: null, number: 0, link: firstLink(BTC) });
    expect(all.ticks).toHaveLength(90);
    expect(await faultOf(all, list, key)).toBeNull();
    expect(await faultOf(await ticks(0, 3 * MINUTE, 'ETH/USDT'), list, key)).toBeNull();
    expect(await faultOf(await ticks(0, 3 * MINUTE, 'SOL/USDT'), list, key)).toBeNull();

    // Nothing is signed yet.
    const later = await ticks(200_000, 210_000);
    expect([later.ticks, later.start]).toEqual([[], later.end]);
  });

  it('that was tampered with is found', async () => {
    const { key, list } = await heads();
    const span = await ticks(60_000, 120_000);
    const [first, second] = span.ticks as [TickSpan['ticks'][number], TickSpan['ticks'][number]];
    for (let field = 0; field < first.length; field++) {
      const changed = first.with(field, (first[field] as number) + 1) as typeof first;
      expect(await faultOf({ ...span, ticks: span.ticks.with(0, changed) }, list, key)).toBe('ticks');
    }
    expect(isWhole({ ...span, ticks: span.ticks.slice(1) })).toBe(false);
    expect(isWhole({ ...span, ticks: [first, ...span.ticks] })).toBe(false);
    expect(isWhole({ ...span, ticks: [second, first, ...span.ticks.slice(2)] })).toBe(false);

    // Another chain needs other heads, and those a signature.
    const forged = { ...span, end: { ...span.end, link: firstLink('forged') } };
    expect(await faultOf(forged, list, key)).toBe('heads');
    const link = forged.end.link;
    const signed = list.map((head) =>
      head.at === span.end.at
        ? { ...head, heads: { ...head.heads, [BTC]: [span.end.number, link] as [number, string] } }
        : head,
    );
    expect(await faultOf(forged, signed, key)).toBe('signature');
    expect(await faultOf({ ...span, start: { at: null, number: 30, link } }, list, key)).toBe('heads');
    expect(await faultOf(span, list, '5866666666666666666666666666666666666666666666666666666666666666')).toBe(
      'signature',
    );
  });

  it('that was tampered with in the database is found too', async () => {
    const where = `symbol_id = (select id from market_symbol where symbol = '${BTC}') and minute = $1`;
    const minute = new Date(FIRST_STEP + MINUTE);
    const [block] = await app.database.query<{ symbol_id: number; number: string; ticks: Buffer }>(
      `select symbol_id, number, ticks from market_block where ${where}`,
      [minute],
    );
    if (!block) throw new Error('the minute is not stored');
    const original = decodeTicks(block.ticks);
    const [first, second] = original as [Tick, Tick];
    const { key, list } = await heads();
    const fault = async (number: string, bytes: Buffer | null) => {
      await app.database.query(`delete from market_block where ${where}`, [minute]);
      if (bytes) {
        await app.database.query(
          'insert into market_block (symbol_id, minute, number, ticks) values ($1, $2, $3, $4)',
          [block.symbol_id, minute, number, bytes],
        );
      }
      return faultOf(await ticks(60_000, 120_000), list, key);
    };
    const { number } = block;
    expect(await fault(number, encodeTicks(original))).toBeNull();
    expect(await fault(number, encodeTicks([{ ...first, last: first.last + 1 }, ...original.slice(1)]))).toBe('ticks');
    expect(await fault(number, encodeTicks([second, first, ...original.slice(2)]))).toBe('ticks');
    expect(await fault(number, encodeTicks(original.slice(1)))).toBe('ticks');
    expect(await fault(number, block.ticks.subarray(0, -3))).toBe('ticks');
    expect(await fault(number, Buffer.from('garbage'))).toBe('ticks');
    expect(await fault(number, null)).toBe('ticks');
    expect(await fault(number, block.ticks)).toBeNull();
    // Signed heads cannot be changed; one that was put in their place is not signed.
    const head = new Date(FIRST_STEP + 2 * MINUTE);
    await expect(app.database.query('update market_head set heads = heads where at = $1', [head])).rejects.toThrow(
      'append-only',
    );
  });

  it('is returned ten minutes at a time, for what is listed, as long as it is kept', async () => {
    const rejected = (payload: object) =>
      app.rejection('GET /market/ticks', { symbol: BTC, from: FIRST_STEP, to: FIRST_STEP + MINUTE, ...payload });
    expect(await rejected({ symbol: 'NO/NE' })).toMatchObject({ error: 'instrument_unknown' });
    expect(await rejected({ to: FIRST_STEP })).toMatchObject({ error: 'invalid_field', field: 'to' });
    expect(await rejected({ to: FIRST_STEP + 11 * MINUTE })).toMatchObject({ error: 'invalid_field', field: 'to' });
    await app.database.query('delete from market_block where minute = $1', [new Date(FIRST_STEP)]);
    // It is to be kept for a week: that it is gone is found by any verifier.
    const { key, list } = await heads();
    expect(await faultOf(await ticks(0, MINUTE), list, key)).toBe('ticks');
    const newest = FIRST_STEP + 8 * 86_400_000;
    await app.database.query(
      'insert into market_head (at, sequence, heads, key, signature) select $1, 1000000, heads, key, signature from market_head where at = $2',
      [new Date(newest), new Date(FIRST_STEP + 2 * MINUTE)],
    );
    expect(await rejected({})).toMatchObject({ error: 'invalid_field', field: 'from' });
    expect((await ticks(60_000, 120_000)).ticks).toHaveLength(30);
  });
});
