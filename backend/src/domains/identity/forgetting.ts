import type { Dependencies } from '../../platform/domain.ts';
import { forgetOldLoginTries } from './login-tries.ts';

const HOUR = 3_600_000;
/** ms that spent codes and ended sessions are kept for whoever has to look into something. */
const KEPT = 30 * 24 * HOUR;

export async function forgetOld({ database, now }: Pick<Dependencies, 'database' | 'now'>): Promise<void> {
  await forgetOldLoginTries(database, now());
  for (const table of ['verification_code', 'session']) {
    await database.query(`delete from ${table} where expires_at < to_timestamp($1::double precision / 1000)`, [
      now() - KEPT,
    ]);
  }
}

/** Forgets every hour what is of no use any more; answers how to stop. A run that fails is logged, the next tries again. */
export function startForgetting(dependencies: Dependencies): () => Promise<void> {
  let run = Promise.resolve();
  const timer = setInterval(() => {
    run = forgetOld(dependencies).catch((err: unknown) =>
      dependencies.log.error({ err }, 'old sessions and codes are not forgotten'),
    );
  }, HOUR);
  return async () => {
    clearInterval(timer);
    await run;
  };
}
