import { dataFolder } from '@tessera/releases';

/** The data folder of a command, and of the programs that it starts: they read it from the environment. */
export function enterDataFolder(root: string, env: NodeJS.ProcessEnv, note: (line: string) => void): string {
  const folder = dataFolder(root, env, note);
  env.DATA_DIR = folder;
  return folder;
}
