import type { ReadInput } from '@tessera/api/contract';
import {
  boxesOf,
  commitmentOf,
  type InventoryItem,
  MOST_BOXES,
  oddsOf,
  seedHash,
  termsText,
} from '@tessera/api/nft/draw-rules';
import { add } from '@tessera/money';
import type { Transaction } from '../../../platform/db/database.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { By } from '../../../platform/staff-command.ts';
import type { NftMarket } from '../judge.ts';
import { openPrimarySale } from '../primary.ts';
import { beaconOf } from './beacon.ts';
import { cancelSeries } from './close.ts';
import type { Seeds } from './seeds.ts';
import { insertSeries, lockPrizeWorks, type PrizeWork, seriesOf } from './store.ts';

/*
 * How a series begins: its seed is made, hashed into the terms, sealed and forgotten; terms and commitment are public from
 * then on, before the first box can be bought. Nothing of it changes any more.
 */

/** Days without a round after which boxes are returned, unless staff name others. */
const SILENCE_DAYS = 7;

export type SeriesParts = {
  readonly seeds: Seeds;
  readonly settings: Pick<Settings, 'beacon'>;
  readonly market: Pick<NftMarket, 'catalogue' | 'feed' | 'now'>;
};

export type NewSeriesInput = Omit<ReadInput<'POST /staff/nft/series/create'>, 'reason' | 'inventory'> & {
  readonly inventory: readonly { readonly code: string; readonly count: number }[];
  readonly demonstration?: string;
};

/** `AURORA-01:1,TIDE-02:30`. */
export function readInventory(text: string): NewSeriesInput['inventory'] {
  const read = text.split(',').map((each) => {
    const [code = '', count] = each.split(':');
    return { code, count: Number(count) };
  });
  if (new Set(read.map(({ code }) => code)).size !== read.length) {
    throw new DomainError('invalid_field', { field: 'inventory' });
  }
  return read;
}

/** The work of the closed box: no item of it exists, and it is in no sale. */
async function lockBoxWork(tx: Transaction, code: string) {
  const [work] = await tx.query<{
    id: string;
    editions: number;
    used: boolean;
  }>(
    `select w.id, w.editions, exists (select 1 from nft_sale s where s.work_id = w.id) as used
       from nft_work w where w.code = $1 and w.blind_box for update`,
    [code],
  );
  if (!work) throw new DomainError('not_found', { field: 'code' });
  if (work.used) throw new DomainError('changed_meanwhile');
  return work;
}

function inventoryOf(inventory: NewSeriesInput['inventory'], works: readonly PrizeWork[]): InventoryItem[] {
  return inventory.map(({ code, count }) => {
    const work = works.find((each) => each.code === code);
    const fits = work && !work.blind_box && !work.on_sale && work.taken + count <= work.editions;
    if (!fits) throw new DomainError('field_unknown_choice', { field: 'inventory' });
    return { code, rarity: work.rarity, count };
  });
}

/** Creates a series and publishes its commitment. */
export async function createSeries(
  tx: Transaction,
  input: NewSeriesInput,
  { seeds, settings, market }: SeriesParts,
  at: number,
): Promise<void> {
  const boxes = boxesOf(input.inventory);
  if (boxes < 2) throw new DomainError('invalid_field', { field: 'inventory' });
  if (boxes > MOST_BOXES) throw new DomainError('field_too_large', { field: 'inventory', params: { max: MOST_BOXES } });
  if (input.end_time !== undefined && input.end_time <= Math.max(input.start_time, at)) {
    throw new DomainError('ends_before_start', { field: 'end_time' });
  }
  const work = await lockBoxWork(tx, input.code);
  const works = await lockPrizeWorks(
    tx,
    input.inventory.map(({ code }) => code),
  );
  const inventory = inventoryOf(input.inventory, works);
  if (work.editions < boxes)
    throw new DomainError('field_too_large', { field: 'inventory', params: { max: work.editions } });
  const beacon = beaconOf(settings);
  const silenceDays = beacon ? (input.silence_days ?? SILENCE_DAYS) : 0;
  const seed = seeds.make();
  const terms = termsText({
    version: 1,
    series: input.code,
    seed_hash: seedHash(seed),
    inventory,
    odds: oddsOf(inventory),
    beacon,
    silence_days: silenceDays,
  });
  const saleId = await openPrimarySale(
    tx,
    {
      workId: work.id,
      saleType: 'blind_box',
      currency: input.currency,
      price: add(input.price, '0'),
      stock: boxes,
      startAt: input.start_time,
      endAt: input.end_time ?? null,
    },
    market,
  );
  await insertSeries(tx, {
    work_id: work.id,
    sale_id: saleId,
    terms,
    commitment: commitmentOf(terms),
    seed_sealed: seeds.seal(input.code, seed),
    chain_hash: beacon?.chain_hash ?? null,
    silence_days: silenceDays,
    demonstration: input.demonstration ?? null,
    at,
    prizes: inventory.map(({ code, count }) => ({ workId: works.find((each) => each.code === code)?.id ?? '', count })),
  });
}

const record = (tx: Transaction, { staffId, at }: By, action: string, code: string, reason: string): Promise<unknown> =>
  tx.query(`insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)`, [
    staffId,
    `nft.series.${action}`,
    `nft_series:${code}`,
    reason,
    new Date(at),
  ]);

export async function createByStaff(
  tx: Transaction,
  { inventory, reason, ...input }: ReadInput<'POST /staff/nft/series/create'>,
  parts: SeriesParts,
  by: By,
): Promise<void> {
  await createSeries(tx, { ...input, inventory: readInventory(inventory) }, parts, by.at);
  await record(tx, by, 'create', input.code, reason);
}

export async function cancelByStaff(
  tx: Transaction,
  { code, reason }: ReadInput<'POST /staff/nft/series/cancel'>,
  parts: Pick<SeriesParts, 'seeds'>,
  by: By,
): Promise<void> {
  const series = await seriesOf(tx, code);
  if (!series) throw new DomainError('not_found', { field: 'code' });
  await cancelSeries(tx, series, parts, by.at);
  await record(tx, by, 'cancel', code, reason);
}
