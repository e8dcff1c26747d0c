import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ROOT } from '../repository.ts';

/** In a separate process: this package uses the backend only through its commands. */
const PROGRAM = `
const { startEmbeddedPostgres } = await import('./backend/src/platform/db/embedded.ts');
const { connection, stop } = await startEmbeddedPostgres(process.argv[1]);
console.log(JSON.stringify(connection));
process.stdin.resume();
process.stdin.once('end', () => stop().then(() => process.exit(0)));
`;

export type Database = {
  /** For DATABASE_URL. */
  readonly url: string;
  stop(): Promise<void>;
};

/** A PostgreSQL server that the backend uses as an external one. */
export async function startDatabase(dataDir: string): Promise<Database> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, dataDir], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`PostgreSQL did not start: exit code ${code}.`)));
  });
  const { host, user, database } = JSON.parse(line) as Record<'host' | 'user' | 'database', string>;
  return {
    url: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    stop() {
      child.stdin.end();
      return gone;
    },
  };
}
