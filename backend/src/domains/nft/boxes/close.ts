import { readTerms, roundTime, seedHash } from '@tessera/api/nft/draw-rules';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { JobRun } from '../../../platform/jobs/job.ts';
import { statusOf } from '../judge.ts';
import { lockSale, type Sale, setSale } from '../store.ts';
import { beaconOfSeries } from './beacon.ts';
import { drawnBoxes } from './open.ts';
import type { Seeds } from './seeds.ts';
import { passOn, refund } from './settle.ts';
import {
  type Box,
  closeSeries,
  firstBoxOf,
  firstRefunded,
  hasSettled,
  lockSeries,
  missingRounds,
  openSeries,
  type Series,
  unsettledBoxes,
} from './store.ts';

/*
 * How a series ends. Sold out or over, with every round there: boxes that were not opened are paid for, then the seed is
 * revealed. A round that stays away for longer than published: its box and all later ones are returned, which changes no
 * draw before them. Every step is a transaction that is done or not, and finds what was done.
 */

const DAY = 86_400_000;
/** Boxes of one transaction. */
const STEP = 200;

type Items = JobRun['items'];

export type ClosingParts = { readonly database: Database; readonly seeds: Seeds; readonly now: () => number };

/** The seed, as it was committed to. */
function revealed(series: Series, seeds: Seeds): string {
  const seed = seeds.open(series.code, series.seed_sealed);
  if (seedHash(seed) !== readTerms(series.terms)?.seed_hash)
    throw new Error(`the seed of ${series.code} is another one`);
  return seed;
}

type Locked = { readonly sale: Sale; readonly series: Series };

async function locked(tx: Transaction, { id, sale_id: saleId }: Pick<Series, 'id' | 'sale_id'>): Promise<Locked> {
  const sale = await lockSale(tx, saleId);
  if (!sale) throw new Error(`sale ${saleId} is gone`);
  return { sale, series: await lockSeries(tx, id) };
}

/** The oldest round for which boxes wait too long; null while there is none. */
async function silentRound(sql: Transaction, series: Series, now: number): Promise<number | null> {
  const beacon = beaconOfSeries(series);
  if (!beacon) return null;
  const [round] = await missingRounds(sql, series, Number.MAX_SAFE_INTEGER, 1);
  return round !== undefined && roundTime(beacon, round) + series.silence_days * DAY <= now ? round : null;
}

const boxId = ({ series_id, number }: Box): string => `${series_id}:${number}`;

/** Does work for boxes that are not set aside; what fails for one leaves the others. Returns how many were done. */
async function eachBox(
  tx: Transaction,
  items: Items,
  boxes: readonly Box[],
  work: (some: readonly Box[]) => Promise<unknown>,
): Promise<number> {
  const aside = new Set(items.aside('box'));
  const tried = boxes.filter((box) => !aside.has(boxId(box)));
  return tried.length - (await items.within(tx, 'box', tried, boxId, work)).length;
}

/** Returns boxes from a number on, a step of them. Returns how many. */
async function refundStep(tx: Transaction, { sale, series }: Locked, from: number, at: number): Promise<number> {
  const boxes = await unsettledBoxes(tx, series.id, from, STEP);
  await refund(tx, sale, boxes, at);
  return boxes.length;
}

/** One step towards the end of a series. Returns whether another one may follow at once. */
async function step(tx: Transaction, of: Locked, { seeds, now }: ClosingParts, items: Items): Promise<boolean> {
  const { sale, series } = of;
  const at = now();
  if (series.state !== 'open') return false;
  // A refund that has begun goes to its end, whatever is handed in meanwhile: else draws after it would change.
  const begun = await firstRefunded(tx, series.id);
  const silent = begun === null ? await silentRound(tx, series, at) : null;
  if (silent !== null) {
    // No box is sold any more: it would wait for the same silence.
    if (sale.state === 'open') await setSale(tx, sale.id, { state: 'unsold', closedAt: at });
  }
  const refundedFrom = begun ?? (silent === null ? null : await firstBoxOf(tx, series.id, silent));
  if (refundedFrom !== null) {
    const boxes = await unsettledBoxes(tx, series.id, refundedFrom, STEP);
    if (boxes.length > 0) return (await eachBox(tx, items, boxes, (some) => refund(tx, sale, some, at))) > 0;
  }
  const status = statusOf(sale, at);
  if (status === 'upcoming' || status === 'on_sale') return false;
  if ((await missingRounds(tx, series, Number.MAX_SAFE_INTEGER, 1)).length > 0) return false;
  const boxes = await unsettledBoxes(tx, series.id, 1, STEP);
  if (boxes.length > 0) {
    const [first, last] = [boxes[0]?.number ?? 1, boxes.at(-1)?.number ?? 0];
    const drawn = await drawnBoxes(tx, seeds, series, { first, last });
    const passed = await eachBox(tx, items, boxes, (some) =>
      passOn(
        tx,
        sale,
        some.map((box) => ({ box, drawn: drawn.get(box.number) ?? '' })),
        at,
      ),
    );
    return passed > 0;
  }
  if (sale.state === 'open') await setSale(tx, sale.id, { state: 'unsold', closedAt: at });
  await closeSeries(tx, series.id, { state: 'revealed', seed: revealed(series, seeds), at });
  return false;
}

/** Ends the series whose time has come. One that cannot end does not hold up the others. */
export async function closeDue(parts: ClosingParts, { fence, signal, items }: JobRun): Promise<void> {
  await items.each(
    'series',
    await openSeries(parts.database),
    ({ id }) => id,
    async (series) => {
      let more = true;
      while (more && !signal.aborted) {
        more = await parts.database.transaction(async (tx) => {
          await fence(tx);
          return step(tx, await locked(tx, series), parts, items);
        });
      }
    },
  );
}

/** Cancels a series of which no box is opened or paid for: every price goes back, and the seed is revealed. */
export async function cancelSeries(
  tx: Transaction,
  known: Series,
  { seeds }: Pick<ClosingParts, 'seeds'>,
  at: number,
): Promise<void> {
  const of = await locked(tx, known);
  const { sale, series } = of;
  if (series.state !== 'open' || (await hasSettled(tx, series.id)))
    throw new DomainError('box_opened', { field: 'code' });
  while ((await refundStep(tx, of, 1, at)) > 0);
  await setSale(tx, sale.id, { state: 'cancelled', closedAt: at });
  await closeSeries(tx, series.id, { state: 'cancelled', seed: revealed(series, seeds), at });
}
