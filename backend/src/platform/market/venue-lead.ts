import { AsyncLocalStorage } from 'node:async_hooks';
import type { FeedSettings } from './feed-settings.ts';

/**
 * A trader who sees a venue before this market does knows our next index, and would trade with the house, or use a quote, at the
 * last one. So all that moves money waits for as long as a venue may be ahead (`FEED_LEAD_MS`): what was known when it was
 * sent is then in the price that it meets. Cancelling waits too, or an order that rests would be kept only where it turns
 * out well. The simulated index is drawn here, and nothing is ahead of it.
 */
export const followsVenues = (settings: FeedSettings, pause: (ms: number) => Promise<void>): (() => Promise<void>) => {
  if (settings.source !== 'live') return async () => undefined;
  const { leadMs } = settings.live;
  return () => pause(leadMs);
};

/** A call or a queued job, by which a user chooses the moment. */
type Act = { readonly name: string; waited: boolean; reached: boolean };

const acts = new AsyncLocalStorage<Act>();

/**
 * Runs what a user can cause at a moment of their choice. Rejects where it reached the market without having waited for the
 * venues, whatever it made of the refusal.
 */
export async function actOfUser<T>(name: string, work: () => Promise<T>): Promise<T> {
  const act: Act = { name, waited: false, reached: false };
  const [outcome] = await Promise.allSettled([acts.run(act, work)]);
  if (act.reached) throw new Error(`${name} reaches the market and has not waited for the venues`);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** `followed` that the rest of an act may reach the market after. */
export const noteWait = (followed: () => Promise<void>) => async (): Promise<void> => {
  await followed();
  const act = acts.getStore();
  if (act) act.waited = true;
};

/** Throws in an act that has not waited. */
export function requireWaited(): void {
  const act = acts.getStore();
  if (!act || act.waited) return;
  act.reached = true;
  throw new Error(`${act.name} has not waited for the venues`);
}
