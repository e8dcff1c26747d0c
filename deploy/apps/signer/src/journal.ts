import { createHmac } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
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

/** Opens the state, or begins it. Throws `JournalError` where it was altered or is in use. */
export function openJournal(path: string, key: Uint8Array): Journal {
  const unlock = lock(path);
  const file = openSync(path, 'a+', 0o600);
  const macOf = (before: string, json: string) => createHmac('sha256', key).update(before).update(json).digest('hex');
  const entries: JournalEntry[] = [];
  let last = ROOT;
  try {
    const content = readFileSync(path);
    // What a stop in the middle of a write left behind had no effect outside.
    const whole = content.lastIndexOf(0x0a) + 1;
    if (whole < content.length) ftruncateSync(file, whole);
    for (const line of content.subarray(0, whole).toString('utf8').split('\n').slice(0, -1)) {
      const [mac = '', json = ''] = [line.slice(0, 64), line.slice(65)];
      if (macOf(last, json) !== mac) {
        throw new JournalError(`${path} was altered at entry ${entries.length + 1}, or belongs to another key.`);
      }
      entries.push(JSON.parse(json) as JournalEntry);
      last = mac;
    }
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
