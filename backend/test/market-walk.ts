import { STEP } from './option-stage.ts';
import type { TestApp } from './test-app.ts';

/** Steps of the market itself, `every` ms apart, at these prices of BTC/USDT; what it records is recorded. */
export async function walk(
  app: TestApp,
  count: number,
  price: (step: number) => string,
  { symbol = 'BTC/USDT', every = STEP }: { readonly symbol?: string; readonly every?: number } = {},
): Promise<void> {
  for (let step = 0; step < count; step++) {
    app.advance(every);
    app.feed.setPrice(symbol, price(step));
    await app.turn();
  }
}
