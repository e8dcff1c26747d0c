import { randomUUID } from 'node:crypto';
import { FUNDING_EVERY, premiumOf } from '@tessera/api/leverage/rules';
import { cmp, isZero, mul, quantize } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { keyUseOf } from '../../platform/http/idempotency.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { marksBefore, minuteMarks, recordedUntil } from '../../platform/market/past-marks.ts';
import type { Charge } from './charge.ts';
import {
  type Chargeable,
  type ChargeKind,
  chargeable,
  deletePremiums,
  fixRates,
  fundingRates,
  HOLDING_JOB,
  type HoldingRate,
  heldSymbols,
  insertPremiums,
  premiumsUntil,
} from './holding-store.ts';
import { categoryOf } from './open.ts';
import { dueBetween } from './owed.ts';

/*
 * Funding and overnight fees. Each instant that is due is charged once, for what was open just before it, at the mark
 * and the rate of that instant, however late: the record of ticks says what they were, the events of positions what was
 * open, and both are fixed before the first position is charged. A run that is repeated charges what was left.
 */

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Fraction digits of a price, a rate and a premium in the tables. */
const EXACT = 18;
/** ms of premiums that are read from the record in one transaction. */
const MOST_PREMIUMS = 60 * MINUTE;
/** ms that premiums are kept. */
const KEPT = 2 * DAY;
/** ms of instants that were missed and are still charged: as long as the record keeps its ticks. */
const LATEST = 6 * DAY;

type Parts = Pick<Dependencies, 'database' | 'catalogue' | 'market' | 'now'>;

const perpetuals = ({ instruments }: CatalogueSnapshot): string[] =>
  instruments
    .filter((each) => each.trades.includes('lever') && categoryOf(each) === 'contract')
    .map(({ symbol }) => symbol);

/** Reads the premiums from the record up to a time, as far back as instants after `charged` count them. */
async function followPremiums(
  { database, catalogue }: Parts,
  { charged, until }: { readonly charged: number; readonly until: number },
  { fence, signal }: JobRun,
): Promise<void> {
  const known = await premiumsUntil(database);
  const needed = Math.min(charged, until);
  const first = Math.max(known === null ? 0 : known + MINUTE, needed - FUNDING_EVERY - MINUTE);
  for (let from = first; from < until && !signal.aborted; from += MOST_PREMIUMS) {
    const to = Math.min(until, from + MOST_PREMIUMS);
    const marks = await minuteMarks(database, perpetuals(catalogue.current()), from, to);
    if (marks.length === 0) continue;
    const premiums = marks.map(({ symbol, minute, mark, index }) => ({
      symbol,
      minute,
      premium: quantize(premiumOf(String(mark), String(index)), EXACT, 'down'),
    }));
    await database.transaction(async (tx) => {
      await fence(tx);
      await insertPremiums(tx, premiums);
      await deletePremiums(tx, needed - KEPT);
    });
  }
}

async function ratesAt(
  parts: Parts,
  kind: ChargeKind,
  due: number,
  { fence }: JobRun,
): Promise<readonly HoldingRate[]> {
  const { database, catalogue } = parts;
  const symbols = await heldSymbols(database, kind === 'funding' ? 'contract' : 'lever', due);
  if (symbols.length === 0) return [];
  const marks = await marksBefore(database, symbols, due);
  const funding =
    kind === 'funding' ? await fundingRates(database, symbols, due - FUNDING_EVERY, due) : new Map<string, string>();
  const snapshot = catalogue.current();
  const rates = symbols.flatMap((symbol) => {
    const instrument = snapshot.instrument(symbol);
    const mark = marks.get(symbol);
    if (!instrument || !mark) return [];
    const rate = kind === 'funding' ? (funding.get(symbol) ?? '0') : instrument.overnightRate;
    return [{ symbol, mark: mul(String(mark.mark), mark.tick ?? instrument.tick), rate }];
  });
  return database.transaction(async (tx) => {
    await fence(tx);
    return fixRates(tx, kind, due, rates);
  });
}

const chargeId = (kind: ChargeKind, due: number, userId: string): string => `${kind} ${due} ${userId}`;

/** Charges what was open at an instant. Returns whether all of it is charged: who failed is set aside. */
async function chargeAll(parts: Parts, kind: ChargeKind, due: number, run: JobRun): Promise<boolean> {
  const { database, market } = parts;
  const rates = (await ratesAt(parts, kind, due, run)).filter(({ rate }) => cmp(rate, '0') !== 0);
  if (rates.length === 0) return true;
  const byName = new Map(rates.map((rate) => [rate.symbol, rate]));
  const open = await chargeable(database, kind, [...byName.keys()], due);
  const users = [...Map.groupBy(open, (position) => position.userId)];
  const idOf = ([userId]: (typeof users)[number]) => chargeId(kind, due, userId);
  const charged = await run.items.each('charge', users, idOf, async ([userId, positions]) => {
    const command: Charge = {
      kind: 'charge',
      userId,
      charge: kind,
      due,
      positions: positions.filter(({ quantity }) => !isZero(quantity)).map((each) => itemOf(each, byName)),
    };
    // A key that no user can know: users choose their own keys, and must not be able to take this one first.
    const use = keyUseOf({ userId, key: randomUUID(), callId: 'leverage.charge', input: { kind, due } });
    await market.submit('leverage', command, use);
  });
  return charged === users.length;
}

const itemOf = (
  { id, symbol, currency, side, quantity, conversion }: Chargeable,
  rates: ReadonlyMap<string, HoldingRate>,
): Charge['positions'][number] => {
  const { mark, rate } = rates.get(symbol) as HoldingRate;
  return { id, currency, side, quantity, conversion, mark, rate };
};

/** Charges funding and overnight fees. The first run begins with the first instant after it. */
export function holdingJob(parts: Parts): RecurringJob {
  return {
    name: HOLDING_JOB,
    every: 5_000,
    exclusive: true,
    items: ['charge'],
    async run(run) {
      const { database, now } = parts;
      const until = await recordedUntil(database);
      const from = Math.max(run.since ?? now(), until - LATEST);
      await followPremiums(parts, { charged: from, until }, run);
      const instants = run.signal.aborted ? [] : dueBetween(from, until);
      let reached = from;
      let whole = true;
      for (const { kind, due } of instants) {
        const left = run.items.aside('charge').some((id) => id.startsWith(chargeId(kind, due, '')));
        // Of an instant of which a charge is set aside, all others were charged; it is looked at again in its time.
        if (left || !(await chargeAll(parts, kind, due, run))) whole = false;
        if (whole) reached = Math.max(reached, due);
      }
      return reached;
    },
  };
}
