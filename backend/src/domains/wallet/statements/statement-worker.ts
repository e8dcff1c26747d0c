import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Line, StatementHead } from './line.ts';

/*
 * Writes one statement to a file, on a thread of its own: shaping and compressing take seconds. Lines come in batches as
 * JSON; what is next is sent once `more` was posted.
 */

export type StatementWork = { readonly format: 'pdf' | 'csv'; readonly path: string };
/** The head first, then batches; null ends the statement. */
export type StatementBatch = StatementHead | string | null;
export type StatementProgress = 'more' | 'done';

const port = parentPort;
if (!port) throw new Error('runs on a thread');
const { format, path } = workerData as StatementWork;
const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
const say = (progress: StatementProgress) => port.postMessage(progress);

/** Loads what it takes to write a format: of PDF a tenth of a second, which CSV need not wait for. */
async function load() {
  if (format === 'csv') {
    const { statementCsv } = await import('./statement-csv.ts');
    return (head: StatementHead) => {
      const csv = statementCsv(head);
      file.write(csv.head());
      return { write: (lines: readonly Line[]) => void file.write(csv.lines(lines)), end: () => void file.end() };
    };
  }
  const { statementPdf } = await import('./statement-pdf.ts');
  return (head: StatementHead) => {
    const { stream, write, end } = statementPdf(head);
    stream.pipe(file);
    return { write, end };
  };
}

const loading = load();
let statement: { readonly write: (lines: readonly Line[]) => void; readonly end: () => void } | undefined;

/** Waits until the file has taken what was written, so that memory holds a batch at a time. */
async function drained(): Promise<void> {
  await new Promise<void>((resume) => setImmediate(resume));
  if (file.writableNeedDrain) await once(file, 'drain');
}

async function take(batch: StatementBatch): Promise<void> {
  if (batch === null) {
    const written = finished(file);
    statement?.end();
    await written;
    say('done');
    port?.close();
    return;
  }
  if (typeof batch === 'string') statement?.write(JSON.parse(batch) as Line[]);
  else statement = (await loading)(batch);
  await drained();
  say('more');
}

port.on('message', (batch: StatementBatch) => {
  // What fails ends the thread, and with it the statement.
  take(batch).catch((error: unknown) => {
    queueMicrotask(() => {
      throw error;
    });
  });
});
