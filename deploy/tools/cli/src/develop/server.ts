import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DevelopmentFailure } from './development-failure.ts';

/** ms that the first compilation may take. */
const READY_WITHIN = 120_000;
/** ms after which a server that did not stop is killed. */
const STOPS_WITHIN = 5_000;

export type DevelopmentServer = {
  readonly origin: string;
  /** Resolves with its exit code when it has ended. */
  readonly ended: Promise<number>;
  /** States how the page is opened: what `/open` and `/override` serve from now on. */
  opens(opening: { readonly page: string; readonly grant: string }): void;
  /** Resolves when it serves the entry. Rejects with DevelopmentFailure. */
  ready(): Promise<void>;
  /** Stops it, and kills it after a timeout. */
  stop(): void;
};

async function untilServed(entry: string, server: ChildProcess): Promise<void> {
  const deadline = AbortSignal.timeout(READY_WITHIN);
  while (!deadline.aborted && server.exitCode === null && server.signalCode === null) {
    try {
      const response = await fetch(entry, { method: 'HEAD', signal: deadline });
      if (response.ok) return;
    } catch {
      // Not listening yet.
    }
    await pause(200);
  }
  throw new DevelopmentFailure('server_not_ready', 'The development server does not start; see its output above.');
}

/**
 * Serves a remote from its sources in a separate process: this package must not import `@tessera/build`. `pageHost` is
 * the host name of the pages that will run it.
 */
export function startServer(root: string, name: string, port: number, pageHost: string): DevelopmentServer {
  const launcher = join(root, 'deploy/tools/launcher/src');
  const folder = join(root, 'remotes', name);
  const preload = ['--import', join(launcher, 'end-with-parent.ts')];
  const script = [join(launcher, 'development-servers.ts'), `${folder}=${port}`, '--page-host', pageHost];
  // A separate process group: only this process gets Ctrl-C, and stops the child once. The IPC channel ends the child
  // if this process is killed.
  const server = spawn(process.execPath, [...preload, ...script], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<number>((resolve, reject) => {
    server.on('error', reject);
    server.on('exit', (code) => resolve(code ?? 1));
  });
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    ended,
    opens(opening) {
      if (server.connected) server.send(opening);
    },
    ready: () => untilServed(`${origin}/remoteEntry.js`, server),
    stop() {
      server.kill('SIGTERM');
      setTimeout(() => server.kill('SIGKILL'), STOPS_WITHIN).unref();
    },
  };
}
