import { createSpotDesk, type SpotDesk } from './spot-desk.ts';

const HOUSE = { halfSpread: 0.000_2, width: 0.000_4, levels: 1, depth: 10, cap: 3, skew: 0, refill: 0 };

/** A market, at these prices, whose house shows little, so that users meet each other. It has traded for some steps. */
export async function thinDesk(prices: Readonly<Record<string, number>>): Promise<SpotDesk> {
  const desk = await createSpotDesk({
    prices,
    terms: (terms) => ({ ...terms, house: HOUSE, breaker: { ...terms.breaker, jump: 0.05 } }),
  });
  await desk.step(5);
  return desk;
}
