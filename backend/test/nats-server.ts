import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

/** Finds a nats-server, or installs Debian's where that is possible. */
const FIND = join(import.meta.dirname, '../../deploy/tools/launcher/src/find-nats.ts');

export type NatsServer = {
  readonly url: string;
  /** kill -9, as a machine that is lost. */
  kill(): Promise<void>;
  /** At the same address as before. */
  start(): Promise<void>;
};

/** A real NATS server on the loopback interface. */
export async function startNatsServer(): Promise<NatsServer> {
  const { stdout } = await promisify(execFile)(process.execPath, [FIND]);
  const program = stdout.trim();
  const port = await freePort();
  let kill = async (): Promise<void> => undefined;
  const start = async () => {
    const child = spawn(program, ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = once(child, 'exit');
    kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    for await (const said of child.stderr) if (String(said).includes('Server is ready')) break;
    child.stderr.resume();
  };
  await start();
  return { url: `nats://127.0.0.1:${port}`, start, kill: () => kill() };
}
