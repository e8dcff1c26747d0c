import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ReleaseError } from './release-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where each running platform of this copy names its data folder; see the launcher's `lockData`. */
const RUNNING = '.cache/running';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Data folders of the platforms that run from this copy. */
function runningFolders(root: string): string[] {
  const folder = join(root, RUNNING);
  if (!existsSync(folder)) return [];
  const folders = readdirSync(folder).flatMap((file) => {
    try {
      const { pid, dataDir } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { pid: number; dataDir: string };
      return isAlive(pid) ? [dataDir] : [];
    } catch {
      // It ended meanwhile, or is being written.
      return [];
    }
  });
  return [...new Set(folders)];
}

/**
 * The folder that commands and releases from a checkout work on: `DATA_DIR`, else that of the platform that runs here,
 * else `.data`. A platform that was started with another folder is not passed by in silence: a command would find nothing,
 * or an empty database.
 * Throws ReleaseError where several run and none of them in `.data`.
 */
export function dataFolder(root: string, env: Environment, note: (line: string) => void): string {
  if (env.DATA_DIR) return resolve(env.DATA_DIR);
  const usual = join(root, '.data');
  const running = runningFolders(root);
  const [only, ...others] = running;
  if (only === undefined || running.includes(usual)) return usual;
  const name = (folder: string) => relative(process.cwd(), folder) || '.';
  if (others.length > 0) {
    const list = running.map((folder) => `  DATA_DIR=${name(folder)}`).join('\n');
    throw new ReleaseError('setting_invalid', `Several platforms run here. Name the data folder of one:\n${list}`);
  }
  note(`Data folder: ${name(only)}, of the platform that runs here.`);
  return only;
}
