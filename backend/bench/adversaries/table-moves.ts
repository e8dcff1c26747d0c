import { priceProcess } from '../../src/platform/market/price-process.ts';
import { drawsOf } from './draws.ts';
import { listedAs } from './venue-lead.ts';

const MINUTE = 60_000;
const STEP = 20 * MINUTE;
/** Steps of the two days for which a daily table of fiat rates is dealt at. */
const TABLE_STEPS = (48 * 60 * MINUTE) / STEP;

type Move = {
  /** ms since the table was fetched. */
  readonly age: number;
  /** Units of the currency for a dollar now, for one by the table. */
  readonly live: number;
};

/** How far a currency without a market here has moved since the table of its rate: as the euro moves. */
export function tableMoves(fiat: string, { seed, paths }: { readonly seed: string; readonly paths: number }): Move[] {
  const { symbol, simulation } = listedAs('EUR/USD');
  const process = priceProcess([{ symbol, parts: simulation.parts }], drawsOf(`${seed} table ${fiat}`), () => 0);
  let now = 0;
  return Array.from({ length: paths }, (_, path) => {
    const age = STEP * (1 + (path % TABLE_STEPS));
    const before = process.log(0);
    for (const end = now + age; now < end; now += STEP) process.step(now, STEP, () => true);
    return { age, live: Math.exp(process.log(0) - before) };
  });
}
