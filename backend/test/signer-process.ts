import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSigner, type SignerClient } from '@tessera/signer-api';
import { runSigner } from '../tools/chains/signer.ts';

/* A signer that tests kill and start again. */

const PASSPHRASE = 'correct horse battery staple';

export type SignerProcess = {
  readonly client: SignerClient;
  readonly socket: string;
  /** kill -9. */
  kill(): Promise<void>;
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
  if (seed !== undefined) writeFileSync(at('seed'), seed);
  const from = seed === undefined ? [] : ['--seed-file', at('seed')];
  await runSigner(['create-key', ...key, ...from], 'The key is in');
  const socket = at('socket');
  const files = ['--config', at('config.json'), '--state', at('state'), '--socket', socket];
  const start = () => runSigner(['serve', ...key, ...files], 'listens at');
  let child = await start();
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return {
    client: openSigner(socket),
    socket,
    kill,
    stop: kill,
    async restart() {
      await kill();
      child = await start();
    },
  };
}
