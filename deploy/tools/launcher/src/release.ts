// Publishes the builds of this checkout or image, and exits; what is live stays, as with `npm start` on one machine. Where
// the parts run separately it runs before them.
import '@tessera/releases/explain-full-disk';
import { dataFolder, diskProblem } from '@tessera/releases';
import { ROOT } from './layout.ts';
import { readStartOptions, releaseSources } from './release-sources.ts';

const options = readStartOptions();

try {
  const dataDir = dataFolder(ROOT, process.env, (line) => console.log(line));
  await releaseSources(dataDir, process.env, options, (line) => console.log(line));
} catch (error) {
  console.error(diskProblem(error) ?? (error instanceof Error ? error.message : error));
  process.exitCode = 1;
}
