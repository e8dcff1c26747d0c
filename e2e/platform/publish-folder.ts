// Publishes a built folder as a version of a remote: publish-folder.ts <name> <version> <folder>
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDescriptor, publishBuild, ReleaseStore, storageFromEnvironment } from '@tessera/releases';
import { DATA_DIR } from './where.ts';

const [name = '', version = '', folder = ''] = process.argv.slice(2);
const path = join(import.meta.dirname, '../../remotes', name, 'remote.json');
const descriptor = parseDescriptor(JSON.parse(readFileSync(path, 'utf8')), path);
const store = new ReleaseStore(await storageFromEnvironment(process.env, process.env.DATA_DIR ?? DATA_DIR));
const act = { at: Date.now(), who: 'e2e', why: 'a second version for the swap test' };
await publishBuild(store, { name, version, folder, descriptor }, act);
