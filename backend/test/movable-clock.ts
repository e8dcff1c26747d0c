// The backend, with a clock that tests move ahead: `POST /advance?ms=…&every=…` on CLOCK_PORT of this machine.
import { createServer } from 'node:http';
import { type RunningBackend, runBackend } from '../src/run.ts';

let ahead = 0;

/** One at a time: two moves would step the market at once. */
let moving: Promise<unknown> = Promise.resolve();

/**
 * Moves the clock by `ms`, in steps of at most `every` ms with a step of the market in each, and runs all recurring jobs
 * at its end.
 */
async function advance({ market, runJobs }: RunningBackend, ms: number, every: number): Promise<void> {
  for (let left = ms; left > 0; left -= every) {
    ahead += Math.min(left, every);
    await market.turn();
  }
  await runJobs();
}

function wholeMs(text: string | null, fallback: number): number {
  const ms = text === null ? fallback : Number(text);
  if (!Number.isSafeInteger(ms) || ms < 0) throw new Error('ms and every are whole milliseconds');
  return ms;
}

function serveClock(backend: RunningBackend): Promise<void> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const moved = moving.then(async () => {
      const ms = wholeMs(searchParams.get('ms'), 0);
      if (ms > 0) await advance(backend, ms, Math.max(1, wholeMs(searchParams.get('every'), ms)));
    });
    moving = moved.catch(() => undefined);
    moved.then(
      () => response.end(String(backend.now())),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  backend.later(() => void server.close());
  return new Promise((resolve) => server.listen(Number(process.env.CLOCK_PORT), '127.0.0.1', resolve));
}

runBackend({ clockOf: (databaseNow) => () => databaseNow() + ahead, onRunning: serveClock });
