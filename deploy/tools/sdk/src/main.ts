// `npm run pack`: packs what a team outside of this repository needs into dist/sdk/<version>, and publishes it in the store of the
// platform, which serves it at /sdk/. With a folder, it only packs into that.
import '@tessera/releases/explain-full-disk';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dataFolder, openReleaseService, publishSdk } from '@tessera/releases';
import { packSdk } from './pack.ts';

const root = resolve(import.meta.dirname, '../../../..');
const [given] = process.argv.slice(2);
const { version, folder, index } = await packSdk(root, resolve(given ?? join(root, 'dist/sdk')));
console.log(`${index.packages.length} packages of version ${version} are in ${folder}.`);
if (given === undefined) {
  const dataDir = dataFolder(root, process.env, (line) => console.error(line));
  const { store } = await openReleaseService(process.env, dataDir);
  const isNew = await publishSdk(store, index, { read: (file) => readFile(join(folder, file)), at: Date.now() });
  console.log(isNew ? 'The platform serves it at /sdk/.' : 'The platform has this version already.');
}
