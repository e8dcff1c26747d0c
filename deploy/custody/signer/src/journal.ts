import { createHmac } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { Signed } from '@tessera/signer-api';

/*
 * The signer's memory: a file to which lines are only appended, each flushed to the disk before its effect leaves the
 * process. A line carries a keyed hash over itself and the line before: one that was changed, removed or put in is noticed
 * at the next start. Lines removed from the end are not: see docs/treasury.md.
 */

export type JournalEntry =
  | { readonly type: 'seen'; readonly at: number; readonly chain: string; readonly address: string }
  | {
      readonly type: 'signed';
      readonly at: number;
      readonly signed: Signed;
      /** Ids of the payments that two members approved. */
      readonly approved: readonly string[];
    };

export type Journal = {
  readonly entries: readonly JournalEntry[];
  /** Throws where the entry is not on the disk: then nothing of it may leave the process. */
  append(entry: JournalEntry): void;
  close(): void;
};

export class JournalError extends Error {
  override name = 'JournalError';
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Two signers with one state would each allow the whole of the caps. Returns what frees the state again. */
function lock(path: string): () => void {
  const file = `${path}.lock`;
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number(readFileSync(file, 'utf8'));
    // In a container the process before had the same number.
    if (holder !== process.pid && isRunning(holder)) {
      throw new JournalError(`${path} is used by process ${holder}. Where that is not a signer, delete ${file}.`, {
        cause: error,
      });
    }
    writeFileSync(file, String(process.pid), { mode: 0o600 });
  }
  return () => unlinkSync(file);
}

const ROOT = '0'.repeat(64);

/** Bytes that are read of the file at a time. */
const CHUNK = 64 * 1024;

/** Whole lines of a file, which may be longer than a text can be. Returns the bytes that they take. */
function* linesOf(file: number): Generator<string, number> {
  const chunk = Buffer.alloc(CHUNK);
  let rest = Buffer.alloc(0);
  let read = 0;
  for (let got = readSync(file, chunk, 0, CHUNK, 0); got > 0; got = readSync(file, chunk, 0, CHUNK, read)) {
    read += got;
    const bytes = Buffer.concat([rest, chunk.subarray(0, got)]);
    let from = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
      yield bytes.toString('utf8', from, end);
      from = end + 1;
    }
    rest = Buffer.from(bytes.subarray(from));
  }
  return read - rest.length;
}

/** Opens the state, or begins it. Throws `JournalError` where it was altered or is in use. */
export function openJournal(path: string, key: Uint8Array): Journal {
  const unlock = lock(path);
  const file = openSync(path, 'a+', 0o600);
  const macOf = (before: string, json: string) => createHmac('sha256', key).update(before).update(json).digest('hex');
  const entries: JournalEntry[] = [];
  let last = ROOT;
  try {
    const lines = linesOf(file);
    let next = lines.next();
    for (; !next.done; next = lines.next()) {
      const [mac = '', json = ''] = [next.value.slice(0, 64), next.value.slice(65)];
      if (macOf(last, json) !== mac) {
        throw new JournalError(`${path} was altered at entry ${entries.length + 1}, or belongs to another key.`);
      }
      entries.push(JSON.parse(json) as JournalEntry);
      last = mac;
    }
    // What a stop in the middle of a write left behind had no effect outside.
    if (next.value < fstatSync(file).size) ftruncateSync(file, next.value);
  } catch (error) {
    closeSync(file);
    unlock();
    throw error;
  }
  let broken = false;
  return {
    entries,
    append(entry) {
      // After a failed write the end of the file is unknown: only a new start reads what is there.
      if (broken) throw new JournalError('an earlier entry could not be written');
      const json = JSON.stringify(entry);
      const mac = macOf(last, json);
      broken = true;
      const line = Buffer.from(`${mac} ${json}\n`);
      if (writeSync(file, line) !== line.length) throw new JournalError('an entry was written in part');
      fsyncSync(file);
      broken = false;
      last = mac;
    },
    close() {
      closeSync(file);
      unlock();
    },
  };
}
