import { CLOCK_PORT } from './where.ts';

const DAY_MS = 86_400_000;

async function move(query: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${CLOCK_PORT}/advance?${query}`, { method: 'POST' });
  if (!response.ok) throw new Error(`the clock was not moved: ${await response.text()}`);
  return Number(await response.text());
}

/** The backend's clock, Unix ms. */
export const backendNow = (): Promise<number> => move('ms=0');

/**
 * Moves the backend's clock ahead at once and runs all its recurring jobs: what fell due is done when this resolves. It
 * does not go back, so such tests stand in `e2e/finance/`, which runs last. An open page follows the clock when it is
 * loaded anew. Resolves with the clock, Unix ms.
 */
export const advanceClock = ({ days = 0, ms = 0 }: { days?: number; ms?: number }): Promise<number> =>
  move(`ms=${days * DAY_MS + ms}`);

/** Moves the clock to a time, Unix ms, with a step of the market at least every `every` ms: its ticks are recorded. */
export async function tradeUntil(time: number, every: number): Promise<number> {
  return move(`ms=${Math.max(0, time - (await backendNow()))}&every=${every}`);
}
