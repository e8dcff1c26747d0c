import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LanguageCode } from '@tessera/api/rules';
import type { CatalogueSnapshot } from '../../../platform/catalogue/catalogue.ts';
import type { Database } from '../../../platform/db/database.ts';
import { turns } from '../../../platform/limits/turns.ts';
import { readSettingsOf } from '../../site/index.ts';
import type { Opened } from './links.ts';
import { atOneInstant, type Request, readLines, readSections } from './read-lines.ts';
import type { StatementBatch, StatementProgress, StatementWork } from './statement-worker.ts';

/** Statements that a node makes at a time: it leaves a processor to everything else. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Statements that wait for their turn; more are turned away. */
const WAITING = 20;
const MEGABYTES = 256;

/** A statement that a user asked for. */
export type Asked = Request & {
  readonly document: 'statement';
  readonly format: 'pdf' | 'csv';
  readonly language: LanguageCode;
  readonly uid: string;
};

export type StatementFile = {
  readonly path: string;
  /** Deletes it. */
  readonly remove: () => Promise<void>;
};

/** A thread that writes a statement. Rejects where it fails. */
function openWorker(work: StatementWork, signal: AbortSignal) {
  const worker = new Worker(new URL('./statement-worker.ts', import.meta.url), {
    workerData: work,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  // Also of a thread that fails while nothing is waited for.
  let failure: Error | undefined;
  worker.on('error', (error: Error) => {
    failure = error;
  });
  // `once` rejects at an error of the thread, and when the statement is not wanted any more.
  const heard = async (): Promise<StatementProgress> => {
    if (failure) throw failure;
    const [progress] = (await once(worker, 'message', { signal })) as [StatementProgress];
    return progress;
  };
  return {
    async send(batch: StatementBatch): Promise<void> {
      const answer = heard();
      worker.postMessage(batch);
      await answer;
    },
    close: () => worker.terminate(),
  };
}

type Source = {
  readonly database: Database;
  readonly catalogue: () => CatalogueSnapshot;
  readonly now: () => number;
  /** Where files are written until they are sent. */
  readonly folder: string;
};

/**
 * Makes the file of a statement: PostgreSQL reads, a thread writes, and this one hands batches from one to the other.
 * Rejects with `rate_limited` where too many wait; and with DoesNotReconcile rather than with a statement whose lines are not its balances.
 */
export function statementMaker({ database, catalogue, now, folder }: Source) {
  const inTurn = turns({ atOnce: AT_ONCE, waiting: WAITING });

  async function write({ userId, asked }: Opened<Asked>, path: string, signal: AbortSignal): Promise<void> {
    const { format, language, zone, from, to, currency, uid } = asked;
    const setting = await readSettingsOf(database, ['site_name']);
    const site = setting('site_name');
    // It loads while PostgreSQL reads.
    const worker = openWorker({ format, path }, signal);
    try {
      await database.transaction(async (tx) => {
        await atOneInstant(tx);
        const { sections } = format === 'pdf' ? await readSections(tx, catalogue(), userId, asked) : { sections: [] };
        await worker.send({ site, uid, language, zone, from, to, currency, madeAt: now(), sections });
        for await (const batch of readLines(tx, userId, asked, format === 'pdf' ? 'section' : 'time')) {
          await worker.send(batch);
        }
        await worker.send(null);
      });
    } finally {
      await worker.close();
    }
  }

  return (opened: Opened<Asked>, address: string, signal: AbortSignal): Promise<StatementFile> =>
    inTurn({ account: `user:${opened.userId}`, address }, async () => {
      signal.throwIfAborted();
      const own = await mkdtemp(join(folder, 'statement-'));
      const remove = () => rm(own, { recursive: true, force: true });
      const path = join(own, 'statement');
      try {
        await write(opened, path, signal);
      } catch (error) {
        await remove();
        throw error;
      }
      return { path, remove };
    });
}
