import type { Transaction } from '../../platform/db/database.ts';
import type { TakenOut } from '../../platform/ports.ts';
import { addedWithin, type TakeOutWindow, windowValues } from '../../platform/session/compromised.ts';
import { endStarted } from './store.ts';

/** Ends the plans that were started while compromised code was live. What they placed stands, as orders of that time do. */
export async function takeOutPlans(tx: Transaction, window: TakeOutWindow, now: number): Promise<readonly TakenOut[]> {
  const ended = await endStarted(tx, addedWithin('p.created_at', 'p.user_id'), [
    ...windowValues(window),
    new Date(now),
  ]);
  return ended.map(({ userId: id, symbol }) => ({ owner: { kind: 'user', id }, what: `strategy of ${symbol}` }));
}
