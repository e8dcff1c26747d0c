import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';

export type ConfinedOptions = {
  /** Path of a module that calls `answer`. */
  readonly program: string;
  /** ms, the start of the process included. */
  readonly takesAtMost: number;
  /** Of the heap. All that the process has may be `BESIDE` more. */
  readonly megabytes: number;
};

/** MiB of a process beside its heap: Node itself, the content, and buffers, which no limit of the heap counts. */
const BESIDE = 256;
const KIB_A_MIB = 1_024;
/** ms between two looks at what a process has: it fills some 100 MiB in that time. */
const LOOK_EVERY = 50;

/** MiB of a process that are in memory; 0 where it has ended, and on a system that does not say. */
async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / KIB_A_MIB;
}

/** Ends a process that has more than some MiB. Returns what ends the watch. */
function watchMemory(child: ChildProcess, most: number): () => void {
  const { pid } = child;
  if (pid === undefined) return () => undefined;
  const look = setInterval(async () => {
    if ((await residentOf(pid)) > most) child.kill('SIGKILL');
  }, LOOK_EVERY);
  return () => clearInterval(look);
}

/**
 * What a program makes of content that may have been made to do harm, in a process with nothing of this one's environment
 * and no way to write, or to start programs and threads. Unlike a thread it can be ended whatever it does. Null where it
 * takes too long or too much memory, or fails.
 */
export async function confined<Answer>(
  content: unknown,
  { program, takesAtMost, megabytes }: ConfinedOptions,
): Promise<Answer | null> {
  const flags = [`--max-old-space-size=${megabytes}`, '--permission', '--allow-fs-read=*'];
  const child = spawn(process.execPath, [...flags, program], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: takesAtMost,
    killSignal: 'SIGKILL',
  });
  // One that ended before it has read all of the content says why by how it ended.
  child.stdin.on('error', () => undefined).end(serialize(content));
  const unwatch = watchMemory(child, megabytes + BESIDE);
  try {
    const [result, [code]] = await Promise.all([buffer(child.stdout), once(child, 'close')]);
    return code === 0 ? (deserialize(result) as Answer) : null;
  } finally {
    unwatch();
  }
}

/** Of a program that `confined` runs: answers with what `work` makes of the content. */
export async function answer<Content>(work: (content: Content) => unknown): Promise<void> {
  const content = deserialize(await buffer(process.stdin)) as Content;
  process.stdout.write(serialize(await work(content)));
}
