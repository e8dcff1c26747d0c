// The backend, with a clock that tests move ahead: `POST /advance?ms=…&every=…` on CLOCK_PORT of this machine, and with
// the commands of staff: `POST /staff` of `{ args, password }`. STEP_EVERY, where it is set, is the time in ms between two
// steps of the market.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { explain, runCommand } from '../src/domains/staff/commands.ts';
import { createVault } from '../src/platform/uploads/vault.ts';
import { type RunningBackend, runBackend } from '../src/run.ts';
import { stepMarket } from './step-market.ts';

type StaffRequest = { readonly args: readonly string[]; readonly password?: string };

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
    await stepMarket(market);
  }
  await runJobs();
}

function wholeMs(text: string | null, fallback: number): number {
  const ms = text === null ? fallback : Number(text);
  if (!Number.isSafeInteger(ms) || ms < 0) throw new Error('ms and every are whole milliseconds');
  return ms;
}

/** Runs a command of staff as `npm run tessera -- staff` does, without a process of its own; returns what it prints. */
async function staffCommand(
  { database, ports, settings, now }: RunningBackend,
  request: StaffRequest,
): Promise<string> {
  const printed: string[] = [];
  await runCommand(request.args, {
    database,
    queues: ports.queues(),
    commands: ports.staffCommands(),
    changes: ports,
    changeDelays: settings,
    now,
    print: (line) => void printed.push(line),
    readPassword: async () => request.password ?? '',
    readUpload: createVault(settings).read,
  });
  return printed.join('\n');
}

function serveControls(backend: RunningBackend): Promise<void> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const responds = async (): Promise<string> => {
      if (pathname === '/staff') return staffCommand(backend, (await json(request)) as StaffRequest);
      const ms = wholeMs(searchParams.get('ms'), 0);
      const moved = moving.then(async () => {
        if (ms > 0) await advance(backend, ms, Math.max(1, wholeMs(searchParams.get('every'), ms)));
      });
      moving = moved.catch(() => undefined);
      await moved;
      return String(backend.now());
    };
    responds().then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(explain(error) ?? String(error)),
    );
  });
  backend.later(() => void server.close());
  return new Promise((resolve) => server.listen(Number(process.env.CLOCK_PORT), '127.0.0.1', resolve));
}

runBackend({
  clockOf: (databaseNow) => () => databaseNow() + ahead,
  stepEvery: Number(process.env.STEP_EVERY) || undefined,
  onRunning: serveControls,
});
