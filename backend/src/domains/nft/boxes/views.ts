import type { Output } from '@tessera/api/contract';
import { BOXES_A_PURCHASE, roundAfter, roundTime } from '@tessera/api/nft/draw-rules';
import type { Sql } from '../../../platform/db/database.ts';
import { statusOf } from '../judge.ts';
import type { Sale } from '../store.ts';
import { type Look, workView } from '../view.ts';
import { cardsOfItems, cardsOfPrizes } from '../works.ts';
import { drawView, leftOf, requireTerms } from './odds.ts';
import {
  lastRound,
  listDraws,
  type MyBox,
  missingRounds,
  prizesOf,
  roundsOfBoxes,
  type Series,
  type StaffRow,
} from './store.ts';

/* Series and boxes as calls return them. Of a closed box nothing is known here: what it holds stands nowhere. */

/** A series with its inventory. */
export async function seriesView(
  sql: Sql,
  series: Series,
  sale: Sale,
  look: Look,
): Promise<Output<'GET /bind_box/series'>> {
  const { beacon, silence_days } = requireTerms(series);
  const prizes = await prizesOf(sql, series.id);
  const cards = await cardsOfPrizes(sql, series.id, look.userId);
  const published = beacon && roundAfter(beacon, look.now) - 1;
  const [silent] = published === null ? [] : await missingRounds(sql, series, published, 1);
  return {
    ...(await drawView(sql, series, sale.sold)),
    code: series.code,
    status: statusOf(sale, look.now),
    cancelled: series.state === 'cancelled',
    terms: series.terms,
    inventory: prizes.flatMap((prize) => {
      const card = cards.get(prize.code);
      return card ? [{ work: workView(card, look), count: prize.count, left: leftOf(prize) }] : [];
    }),
    silence_days,
    most: BOXES_A_PURCHASE,
    last_round: beacon && (await lastRound(sql, beacon.chain_hash)),
    silent_since: beacon && silent !== undefined ? roundTime(beacon, silent) : null,
    now: look.now,
  };
}

/** What verifies the draws of a series: the boxes after a number, with what every page says. */
export async function recordView(
  sql: Sql,
  series: Series,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Output<'GET /bind_box/draws'>> {
  const [draws, more] = await listDraws(sql, series.id, after, limit + 1).then(
    (rows) => [rows.slice(0, limit), rows.length > limit] as const,
  );
  const last = draws.at(-1)?.number ?? after;
  return {
    series: series.code,
    commitment: series.commitment,
    terms: series.terms,
    seed: series.seed,
    draws: draws.map(({ state, drawn, ...draw }) => ({ ...draw, drawn, refunded: state === 'refunded' })),
    rounds: await roundsOfBoxes(sql, series, { after, last }),
    next: more ? last : null,
  };
}

type WireBox = Output<'POST /bind_box/openBlindBox'>;

/** Boxes of a user, with what opened ones held. */
export async function boxViews(sql: Sql, boxes: readonly MyBox[], look: Look & { userId: string }): Promise<WireBox[]> {
  const cards = await cardsOfItems(
    sql,
    boxes.flatMap(({ drawn_item_id }) => drawn_item_id ?? []),
    look.userId,
  );
  return boxes.map((box) => {
    const { beacon } = requireTerms({ terms: box.terms, code: box.series });
    const card = box.drawn_item_id === null ? undefined : cards.get(box.drawn_item_id);
    return {
      code: box.code,
      series: box.series,
      name: box.names[look.language] ?? '',
      media: box.media as WireBox['media'],
      number: box.number,
      state: box.state === 'closed' && !box.ready ? 'opening' : box.state,
      price: box.price,
      currency: box.currency,
      scale: box.scale,
      buyer_seed: box.buyer_seed,
      paid_at: box.paid_at,
      round: box.round,
      round_at: beacon && box.round !== null ? roundTime(beacon, box.round) : null,
      receipt: box.receipt,
      commitment: box.commitment,
      opened_at: box.opened_at,
      drawn: card ? workView(card, look) : null,
    };
  });
}

export const staffSeries = ({
  chain_hash,
  demonstration,
  ...row
}: StaffRow): Output<'GET /staff/nft/series'>['list'][number] => ({
  code: row.code,
  state: row.state,
  currency: row.currency,
  price: row.price,
  boxes: row.boxes,
  sold: row.sold,
  opened: row.opened,
  refunded: row.refunded,
  opening: row.opening,
  start_time: row.start_at,
  end_time: row.end_at,
  commitment: row.commitment,
  beacon: chain_hash !== null,
  demonstration: demonstration !== null,
});
