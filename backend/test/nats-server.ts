import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';

/** Path of nats-server, if this machine has it. */
export const { NATS_SERVER_PATH } = process.env;

export type NatsServer = {
  readonly url: string;
  /** kill -9, as a machine that is lost. */
  kill(): Promise<void>;
  /** At the same address as before. */
  start(): Promise<void>;
};

/** A real NATS server on the loopback interface. */
export async function startNatsServer(): Promise<NatsServer> {
  if (!NATS_SERVER_PATH) throw new Error('NATS_SERVER_PATH names no nats-server');
  const program = NATS_SERVER_PATH;
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
