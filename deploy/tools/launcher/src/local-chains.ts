import { join } from 'node:path';
import { run } from './commands.ts';
import { ROOT } from './layout.ts';

/** The program of the local chains, a part of the backend's sources. */
export const CHAINS = join(ROOT, 'backend/tools/chains/main.ts');

/** Chooses ports for the chains of a data folder. Returns the backend's settings: none where no chain can run here. */
export async function chainSettings(dataDir: string): Promise<Readonly<Record<string, string>>> {
  let text = '';
  const output = (part: string) => {
    text += part;
  };
  const code = await run(process.execPath, [CHAINS, 'prepare'], { env: { DATA_DIR: dataDir }, output });
  const json = text.split('\n').find((line) => line.startsWith('{'));
  for (const line of text.split('\n')) if (line !== '' && line !== json) console.error(line);
  if (code !== 0 || json === undefined) throw new Error('The local chains cannot be prepared.');
  return JSON.parse(json) as Readonly<Record<string, string>>;
}
