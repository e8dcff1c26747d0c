import { type Decided, drawBoxes, randomnessOf, readTerms } from '@tessera/api/nft/draw-rules';
import type { Sql, Transaction } from '../../../platform/db/database.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import { requireNotFrozen } from '../../identity/index.ts';
import { insertItem, insertProvenance, lockItem, lockSale, nextEdition } from '../store.ts';
import type { Seeds } from './seeds.ts';
import { passOn } from './settle.ts';
import { boxOf, decidedBoxes, endBoxItem, lockSeries, lockWork, type Series, setBoxSale, setOpened } from './store.ts';

/**
 * What the boxes of a series hold, from number 1 to `last`: codes of works. They were paid, so that nothing about them can
 * change. Rejects with `round_missing` while the public randomness of one is not there: the seed stays sealed then.
 */
export async function drawUpTo(sql: Sql, seeds: Seeds, series: Series, last: number): Promise<readonly string[]> {
  const boxes = await decidedBoxes(sql, series, last);
  const decided = boxes.map(({ signature, ...box }): Decided => {
    if (box.round === null) return { ...box, randomness: null };
    if (signature === null) throw new DomainError('round_missing', { field: 'code' });
    return { ...box, randomness: randomnessOf(signature) };
  });
  const terms = readTerms(series.terms);
  if (!terms) throw new Error(`the terms of ${series.code} are damaged`);
  return drawBoxes(series.seed ?? seeds.open(series.code, series.seed_sealed), series.commitment, terms, decided);
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
  const drawn = (await drawUpTo(tx, seeds, series, box.number))[box.number - 1];
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
