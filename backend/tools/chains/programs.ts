import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openRpc } from '../../src/platform/chains/json-rpc.ts';

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Path of anvil of the npm package; undefined where no package of it fits this machine. */
export function findAnvil(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    const beside = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
    const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
    const path = join(dirname(beside.resolve(`${name}/package.json`)), 'bin/anvil');
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Path of litecoind, a Bitcoin Core 0.21: the program, not Debian's script that asks for a configuration first. */
export const findLitecoind = (): string | undefined =>
  process.env.LITECOIND_PATH ??
  ['/usr/lib/litecoin/litecoind', '/usr/local/bin/litecoind'].find((path) => existsSync(path));

async function address(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const part of child.stdout ?? []) {
    output += String(part);
    const found = /Listening on (127\.0\.0\.1:\d+)/.exec(output)?.[1];
    if (found) return `http://${found}`;
  }
  throw new Error(`anvil did not start: ${output}`);
}

export type Program = {
  readonly url: string;
  readonly pid: number | undefined;
  readonly stop: () => Promise<void>;
  /** kill -9. */
  readonly kill: () => Promise<void>;
  /** Resolves when it is gone, stopped or not. */
  readonly ended: Promise<void>;
};

/** Stops a process that was started here, and tells when it is gone. */
export function control(child: ChildProcess): Omit<Program, 'url'> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await ended;
  };
  return { pid: child.pid, ended, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** Starts an EVM chain; in memory, unless `--state` names a file. Port 0 takes a free one. */
export async function startAnvil(program: string, args: readonly string[], port = 0): Promise<Program> {
  const child = spawn(program, ['--port', String(port), '--host', '127.0.0.1', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const controlled = control(child);
  const url = await address(child);
  child.stdout?.resume();
  return { url, ...controlled };
}

const RPC_USER = 'tessera';
const RPC_PASSWORD = 'regtest';

/** Where a litecoind that was started here serves JSON-RPC. */
export const bitcoinUrl = (port: number): string => `http://${RPC_USER}:${RPC_PASSWORD}@127.0.0.1:${port}`;

/** Starts a Bitcoin-like chain of its own (regtest) in a folder, with further options. */
export async function startLitecoind(
  program: string,
  folder: string,
  port: number,
  options: readonly string[] = [],
): Promise<Program> {
  mkdirSync(folder, { recursive: true });
  const child = spawn(
    program,
    [
      '-regtest',
      `-datadir=${folder}`,
      '-server',
      '-listen=0',
      `-rpcport=${port}`,
      `-rpcuser=${RPC_USER}`,
      `-rpcpassword=${RPC_PASSWORD}`,
      '-fallbackfee=0.0001',
      '-txindex=1',
      // Else it closes half of its threads' files on small machines.
      '-rpcworkqueue=64',
      ...options,
    ],
    { stdio: 'ignore' },
  );
  const controlled = control(child);
  const url = bitcoinUrl(port);
  const rpc = openRpc(url);
  const listens = () =>
    rpc.call('getblockcount').then(
      () => true,
      () => false,
    );
  while (child.exitCode === null && child.signalCode === null) {
    if (await listens()) return { url, ...controlled };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('litecoind did not start');
}
