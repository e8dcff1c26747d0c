import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './free-port.ts';

/** Path of Kannel's bearerbox, if this machine has it; smsbox lies beside it. */
export const { KANNEL_PATH } = process.env;

export type Kannel = {
  /** Its `sendsms` interface. */
  readonly url: string;
  /** The next short message, as its network got it: `13013 +66… text …`. */
  next(): Promise<string>;
  close(): Promise<void>;
};

const started = async (child: ChildProcess, said: RegExp): Promise<void> => {
  for await (const text of child.stderr ?? []) if (said.test(String(text))) break;
  child.stderr?.resume();
};

/** Connects as soon as the port is open. */
async function connected(port: number): Promise<Socket> {
  for (;;) {
    const socket = createConnection(port, '127.0.0.1');
    const outcome = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]);
    if (outcome) return socket;
  }
}

/** A real Kannel on the loopback interface, with a network that hands messages to the test. */
export async function startKannel({
  username,
  password,
}: {
  readonly username: string;
  readonly password: string;
}): Promise<Kannel> {
  if (!KANNEL_PATH) throw new Error('KANNEL_PATH names no bearerbox');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-kannel-'));
  const [admin, inner, network, outer] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const file = join(folder, 'kannel.conf');
  const groups = [
    `group = core\nadmin-port = ${admin}\nadmin-interface = 127.0.0.1\nadmin-password = none\nsmsbox-port = ${inner}\nsmsbox-interface = 127.0.0.1\nbox-allow-ip = 127.0.0.1`,
    `group = smsc\nsmsc = fake\nsmsc-id = fake\nport = ${network}\nconnect-allow-ip = 127.0.0.1`,
    `group = smsbox\nbearerbox-host = 127.0.0.1\nsendsms-port = ${outer}\nsendsms-interface = 127.0.0.1`,
    `group = sendsms-user\nusername = ${username}\npassword = ${password}\nmax-messages = 5\nconcatenation = true`,
  ];
  writeFileSync(file, `${groups.join('\n\n')}\n`, { mode: 0o600 });
  const run = (program: string) => spawn(program, [file], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const bearerbox = run(KANNEL_PATH);
  await started(bearerbox, /MAIN: Start-up done|Start-up done/);
  const smsbox = run(join(dirname(KANNEL_PATH), 'smsbox'));
  await started(smsbox, /Connected to bearerbox/);
  const socket = await connected(network);
  const arrived: string[] = [];
  let wake: () => void = () => undefined;
  socket.on('data', (data) => {
    arrived.push(...String(data).split('\n').filter(Boolean));
    wake();
  });
  return {
    url: `http://127.0.0.1:${outer}/cgi-bin/sendsms`,
    async next() {
      while (arrived.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return arrived.shift() ?? '';
    },
    async close() {
      socket.destroy();
      for (const child of [smsbox, bearerbox]) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
