import type { Dependencies } from '../domain.ts';
import { forgetOldLoginTries } from './login-tries.ts';
import { approveWaiting } from './verification.ts';

const HOUR = 3_600_000;
const SANDBOX_LOOKS_EVERY = 5_000;
/** ms that spent codes and ended sessions are kept for whoever has to look into something. */
const KEPT = 30 * 24 * HOUR;

const forgetOld = async ({ database, now }: Dependencies): Promise<void> => {
  await forgetOldLoginTries(database, now());
  for (const table of ['verification_code', 'session']) {
    await database.query(`delete from ${table} where expires_at < to_timestamp($1::double precision / 1000)`, [
      now() - KEPT,
    ]);
  }
};

const approve = async ({ database, now, settings, accountEvents }: Dependencies): Promise<void> => {
  const owners = await approveWaiting(database, settings.sandboxApproveAfterMs, now());
  for (const userId of owners) accountEvents.emit(userId, { kind: 'profile' });
};

/** What identity does by itself; answers how to stop it. A run that fails is logged, and the next one tries again. */
export function startRecurring(dependencies: Dependencies): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const every = (ms: number, work: (dependencies: Dependencies) => Promise<void>) =>
    setInterval(() => {
      const run = work(dependencies)
        .catch((err: unknown) => dependencies.log.error({ err }, 'recurring work of identity failed'))
        .finally(() => running.delete(run));
      running.add(run);
    }, ms);
  const timers = [every(HOUR, forgetOld)];
  if (dependencies.settings.sandboxApproveAfterMs > 0) timers.push(every(SANDBOX_LOOKS_EVERY, approve));
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  };
}
