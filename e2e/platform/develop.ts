import { type ChildProcess, spawn } from 'node:child_process';
import { DATA_DIR, ORIGIN } from './where.ts';

export type Development = {
  /** Address that leads to the released page with the remote under development in it, as the command prints it. */
  readonly url: string;
  stop(): Promise<void>;
};

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (words) => {
        said += words;
        const [url] = /http\S+\/open/.exec(said) ?? [];
        if (url) found(url);
      });
    }
    child.on('exit', () => failed(new Error(`tessera dev ended: ${said}`)));
  });
}

/** Runs `tessera dev` of the repository in `dir` beside the platform under test. */
export async function develop(dir: string, name: string): Promise<Development> {
  const args = ['deploy/tools/cli/src/main.ts', 'dev', name, '--platform', ORIGIN];
  const child = spawn(process.execPath, args, { cwd: dir, env: { ...process.env, DATA_DIR } });
  const ended = new Promise<void>((done) => child.on('exit', () => done()));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url: await addressOf(child), stop };
}
