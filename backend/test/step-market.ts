import { setTimeout } from 'node:timers/promises';
import { DomainError } from '../src/platform/http/domain-error.ts';
import type { Market } from '../src/platform/market/market.ts';

/** ms between two attempts; a lease of the market lasts ten of them. */
const PAUSE = 100;
const ATTEMPTS = 300;

/**
 * One step of the market of this process. PostgreSQL ends the transaction of a step that says nothing for a second, as on a
 * machine that stood still; the market is then loaded again from its record, and the step is made by its next tenure.
 * Rejects with what else a step fails with, and where no tenure made one within half a minute.
 */
export async function stepMarket(market: Pick<Market, 'turn' | 'holds'>, pause = setTimeout): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      await market.turn();
      if (market.holds()) return;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'service_unavailable') throw error;
    }
    await pause(PAUSE);
  }
  throw new Error('the market made no step');
}
