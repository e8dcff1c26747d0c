import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSigner, type SignerClient } from '@tessera/signer-api';

/* The signer as operators run it, a process of its own, which tests kill and start again. */

const MAIN = join(import.meta.dirname, '../../deploy/apps/signer/src/main.ts');
const PASSPHRASE = 'correct horse battery staple';

async function until(child: ReturnType<typeof spawn>, text: string): Promise<void> {
  let output = '';
  child.stderr?.on('data', (part: Buffer) => {
    output += String(part);
  });
  for await (const part of child.stdout ?? []) {
    output += String(part);
    if (output.includes(text)) return;
  }
  throw new Error(`the signer did not start: ${output}`);
}

export type SignerProcess = {
  readonly client: SignerClient;
  readonly socket: string;
  /** kill -9, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a signer in a folder, with a new key or the one of a seed (64 hexadecimal digits). */
export async function startSigner(folder: string, config: object, seed?: string): Promise<SignerProcess> {
  mkdirSync(folder, { recursive: true });
  const at = (name: string) => join(folder, name);
  writeFileSync(at('config.json'), JSON.stringify(config));
  writeFileSync(at('passphrase'), PASSPHRASE);
  const key = ['--key', at('key'), '--passphrase-file', at('passphrase')];
  const run = (...args: string[]) => spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (seed !== undefined) writeFileSync(at('seed'), seed);
  const from = seed === undefined ? [] : ['--seed-file', at('seed')];
  await until(run('create-key', ...key, ...from), 'The key is in');
  const socket = at('socket');
  const start = async () => {
    const child = run('serve', ...key, '--config', at('config.json'), '--state', at('state'), '--socket', socket);
    await until(child, 'listens at');
    child.stdout?.resume();
    return child;
  };
  let child = await start();
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return {
    client: openSigner(socket),
    socket,
    stop,
    async restart() {
      await stop();
      child = await start();
    },
  };
}
