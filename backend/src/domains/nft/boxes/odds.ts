import type { Output } from '@tessera/api/contract';
import { boxesOf, type InventoryItem, readTerms, type Terms } from '@tessera/api/nft/draw-rules';
import type { Rarity } from '@tessera/api/nft/rules';
import type { Sql } from '../../../platform/db/database.ts';
import { type Prize, prizesOf, type Series } from './store.ts';

/* Commitment and odds of a series, as they are published. */

type Draw = NonNullable<Output<'GET /bind_box/getBoxDetail'>['draw']>;

/** The published terms of a series. */
export function requireTerms({ terms, code }: Pick<Series, 'terms' | 'code'>): Terms {
  const read = readTerms(terms);
  if (!read) throw new Error(`the terms of ${code} are damaged`);
  return read;
}

/** What is left: of each work what no opened box held. */
export const leftOf = ({ count, opened }: Prize): number => count - opened;

function oddsOf(inventory: readonly InventoryItem[], prizes: readonly Prize[]): Draw['odds'] {
  const found = new Map(prizes.map((prize) => [prize.code, prize]));
  const odds = new Map<string, { count: number; left: number }>();
  for (const { code, rarity, count } of inventory) {
    const prize = found.get(code);
    const known = odds.get(rarity) ?? { count: 0, left: 0 };
    odds.set(rarity, { count: known.count + count, left: known.left + (prize ? leftOf(prize) : count) });
  }
  return [...odds].map(([rarity, { count, left }]) => ({ rarity: rarity as Rarity, count, left }));
}

/** Commitment and odds of a series. */
export async function drawView(sql: Sql, series: Series, sold: number): Promise<Draw> {
  const terms = requireTerms(series);
  const prizes = await prizesOf(sql, series.id);
  return {
    commitment: series.commitment,
    seed_hash: terms.seed_hash,
    seed: series.seed,
    beacon: terms.beacon && {
      chain_hash: terms.beacon.chain_hash,
      public_key: terms.beacon.public_key,
      genesis: terms.beacon.genesis,
      period: terms.beacon.period,
    },
    odds: oddsOf(terms.inventory, prizes),
    boxes: boxesOf(terms.inventory),
    sold,
    opened: prizes.reduce((all, { opened }) => all + opened, 0),
  };
}
