import { randomUUID } from 'node:crypto';
import type { Dependencies } from '../../platform/domain.ts';
import { dropLease, type Lease, LeaseLost, takeLease } from '../../platform/jobs/lease.ts';
import { type SweepDependencies, sweepOrders } from './sweep.ts';

const LEASE = 'spot-sweep';
const EVERY_MS = 250;
/** How often the lease is kept up, and how far the sweep has come is written down. */
const KEEP_EVERY_MS = 1_500;
/** After a standstill no further back than this: the market's own record is not asked for more. */
const LONGEST_GAP_MS = 86_400_000;

/** Sweeps on the one node that holds the lease. Answers how to stop. */
export function startSweeper(
  dependencies: SweepDependencies,
  log: Pick<Dependencies['log'], 'error'>,
  holder: string = randomUUID(),
): () => Promise<void> {
  const { database, now } = dependencies;
  let lease: Lease | null = null;
  let reachedAt = 0;
  let keptAt = Number.NEGATIVE_INFINITY;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function keepLease(): Promise<void> {
    if (lease && performance.now() - keptAt < KEEP_EVERY_MS) return;
    const held = await takeLease(database, LEASE, holder, lease ? reachedAt : null);
    if (held && held.token !== lease?.token) reachedAt = Math.max(held.reachedAt ?? now(), now() - LONGEST_GAP_MS);
    lease = held;
    keptAt = performance.now();
  }

  async function turn(): Promise<void> {
    try {
      await keepLease();
      if (!lease) return;
      const swept = await sweepOrders(dependencies, lease, reachedAt);
      reachedAt = swept.reachedAt;
      if (swept.failures.some((failure) => failure instanceof LeaseLost)) lease = null;
      else for (const err of swept.failures) log.error({ err }, 'a spot order could not be filled');
    } catch (err) {
      lease = null;
      log.error({ err }, 'the sweep of spot orders failed');
    }
  }

  const schedule = (): void => {
    timer = setTimeout(() => {
      running = turn().finally(() => {
        if (!stopped) schedule();
      });
    }, EVERY_MS);
  };
  schedule();

  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
    if (!lease) return;
    await takeLease(database, LEASE, holder, reachedAt);
    await dropLease(database, lease);
  };
}
