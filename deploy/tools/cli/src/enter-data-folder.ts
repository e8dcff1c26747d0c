import { dataFolder, ReleaseError } from '@tessera/releases';
import { UsageError } from './usage.ts';

/**
 * The data folder of a command, and of the programs that it starts: they read it from the environment. Throws UsageError
 * where several platforms run and none of them is meant.
 */
export function enterDataFolder(root: string, env: NodeJS.ProcessEnv, note: (line: string) => void): string {
  try {
    env.DATA_DIR = dataFolder(root, env, note);
  } catch (error) {
    if (error instanceof ReleaseError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
  return env.DATA_DIR;
}
