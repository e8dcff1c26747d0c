import { type Decided, drawPlace, MOST_BOXES, randomnessOf, readTerms, stockOf } from '@tessera/api/nft/draw-rules';
import type { Database, Sql, Transaction } from '../../../platform/db/database.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { JobRun } from '../../../platform/jobs/job.ts';
import { requireNotFrozen } from '../../identity/index.ts';
import { insertItem, insertProvenance, lockItem, lockSale, nextEdition } from '../store.ts';
import type { Seeds } from './seeds.ts';
import { passOn } from './settle.ts';
import {
  boxOf,
  type Checkpoint,
  checkpointBefore,
  decidedBoxes,
  decidedUpTo,
  endBoxItem,
  insertCheckpoints,
  lockSeries,
  lockWork,
  openSeries,
  type Series,
  setBoxSale,
  setOpened,
} from './store.ts';

/** Boxes between two checkpoints: opening any box draws at most as many. */
export const CHECKPOINT_EVERY = 64;
/** Boxes of one transaction that keeps checkpoints. */
const DRAWS_A_STEP = 32 * CHECKPOINT_EVERY;

type Drawn = {
  /** What each box holds, by its number. */
  readonly codes: ReadonlyMap<number, string>;
  readonly checkpoints: readonly Checkpoint[];
};

/**
 * What the boxes of a series hold, from `first` to `last`: codes of works. They were paid, so that nothing about them can
 * change. Draws from the nearest checkpoint before `first`. Rejects with `round_missing` while the public randomness of
 * one is not there: the seed stays sealed then.
 */
async function draw(sql: Sql, seeds: Seeds, series: Series, first: number, last: number): Promise<Drawn> {
  const from = await checkpointBefore(sql, series.id, first);
  const boxes = await decidedBoxes(sql, series, from?.number ?? 0, last);
  const decided = boxes.map(({ signature, ...box }): Decided => {
    if (box.round === null) return { ...box, randomness: null };
    if (signature === null) throw new DomainError('round_missing', { field: 'code' });
    return { ...box, randomness: randomnessOf(signature) };
  });
  const terms = readTerms(series.terms);
  if (!terms) throw new Error(`the terms of ${series.code} are damaged`);
  const seed = series.seed ?? seeds.open(series.code, series.seed_sealed);
  const stock = stockOf(terms.inventory, from ? seeds.openCounts(series.code, from) : undefined);
  const codes = new Map<number, string>();
  const checkpoints: Checkpoint[] = [];
  let number = from?.number ?? 0;
  for (const box of decided) {
    number += 1;
    if (box.number !== number) throw new RangeError(`box ${box.number} of ${series.code} stands at place ${number}`);
    codes.set(number, stock.take(drawPlace(seed, series.commitment, box, stock.left())));
    if (number % CHECKPOINT_EVERY === 0) {
      checkpoints.push({ number, sealed: seeds.sealCounts(series.code, number, stock.counts()) });
    }
  }
  return { codes, checkpoints };
}

/** What boxes hold, by their numbers, of those that stand: `first` to `last`. */
export const drawnBoxes = async (
  sql: Sql,
  seeds: Seeds,
  series: Series,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<ReadonlyMap<number, string>> => (await draw(sql, seeds, series, first, last)).codes;

/**
 * Keeps what the decided boxes of series have left, sealed, every few boxes: each box is drawn once here, and opening one
 * costs the same whatever its number is.
 */
export async function keepCheckpoints(
  { database, seeds }: { readonly database: Database; readonly seeds: Seeds },
  { fence, signal, items }: Pick<JobRun, 'fence' | 'signal' | 'items'>,
): Promise<void> {
  const idOf = ({ id }: Series) => id;
  await items.each('draw', await openSeries(database), idOf, async (series) => {
    while (!signal.aborted) {
      const from = (await checkpointBefore(database, series.id, MOST_BOXES + 1))?.number ?? 0;
      const decided = await decidedUpTo(database, series, from);
      const last = Math.min(decided - (decided % CHECKPOINT_EVERY), from + DRAWS_A_STEP);
      if (last <= from) break;
      // What is decided changes no more: nothing has to be locked.
      await database.transaction(async (tx) => {
        await fence(tx);
        await insertCheckpoints(tx, series.id, (await draw(tx, seeds, series, from + 1, last)).checkpoints);
      });
    }
  });
}

/** Opens a box of the user: what it held is an item of its own from then on. Returns the id of the box's item. */
export async function openBox(
  tx: Transaction,
  userId: string,
  code: string,
  { seeds, now }: { readonly seeds: Seeds; readonly now: () => number },
): Promise<string> {
  const known = await boxOf(tx, code);
  if (known?.user_id !== userId) throw new DomainError('not_owner', { field: 'code' });
  await requireNotFrozen(tx, userId);
  const { sale_id: saleId, id: seriesId } = await saleOfBox(tx, known.series_id);
  const sale = await lockSale(tx, saleId);
  const series = await lockSeries(tx, seriesId);
  await lockItem(tx, code);
  const box = await boxOf(tx, code);
  if (!sale || !box) throw new Error(`the sale of ${code} is gone`);
  if (box.state === 'refunded') throw new DomainError('box_refunded', { field: 'code' });
  if (box.state === 'opened') throw new DomainError('already_opened', { field: 'code' });
  const drawn = (await drawnBoxes(tx, seeds, series, { first: box.number, last: box.number })).get(box.number);
  if (drawn === undefined) throw new Error(`box ${code} is not drawn`);
  const at = now();
  await passOn(tx, sale, [{ box, drawn }], at);
  const work = await lockWork(tx, drawn);
  const edition = await nextEdition(tx, work.id);
  const item = { work_id: work.id, edition, code: `${drawn}-${edition}`, owner_id: userId, at };
  const itemId = await insertItem(tx, item);
  await setBoxSale(tx, itemId, sale.id);
  await setOpened(tx, box, itemId, at);
  await endBoxItem(tx, box.item_id, at);
  await insertProvenance(tx, {
    item_id: itemId,
    work_id: work.id,
    kind: 'opened',
    from_id: sale.seller_id,
    to_id: userId,
    order_id: box.order_id,
    price: box.price,
    currency: sale.currency,
    scale: sale.scale,
    worth: box.worth,
    at,
  });
  tx.notify(userId, { kind: 'order', id: box.order_id, status: 'opened' });
  return box.item_id;
}

async function saleOfBox(tx: Transaction, seriesId: string): Promise<Pick<Series, 'id' | 'sale_id'>> {
  const [row] = await tx.query<{ id: string; sale_id: string }>('select id, sale_id from nft_series where id = $1', [
    seriesId,
  ]);
  if (!row) throw new Error(`series ${seriesId} is gone`);
  return row;
}
