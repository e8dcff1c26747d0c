import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';

export type ConfinedOptions = {
  /** Path of a module that calls `answer`. */
  readonly program: string;
  /** ms, the start of the process included. */
  readonly takesAtMost: number;
  /** Of the heap. */
  readonly megabytes: number;
};

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
  const [result, [code]] = await Promise.all([buffer(child.stdout), once(child, 'close')]);
  return code === 0 ? (deserialize(result) as Answer) : null;
}

/** Of a program that `confined` runs: answers with what `work` makes of the content. */
export async function answer<Content>(work: (content: Content) => unknown): Promise<void> {
  const content = deserialize(await buffer(process.stdin)) as Content;
  process.stdout.write(serialize(await work(content)));
}
