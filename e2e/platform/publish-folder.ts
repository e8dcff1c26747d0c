// Publishes a built folder as a version of a remote: publish-folder.ts <folder of its sources> <version> <built folder>
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openReleaseService, parseDescriptor, publishBuild } from '@tessera/releases';
import { DATA_DIR } from './where.ts';

const [dir = '', version = '', folder = ''] = process.argv.slice(2);
const path = join(dir, 'remote.json');
const descriptor = parseDescriptor(JSON.parse(readFileSync(path, 'utf8')), path);
const { store } = await openReleaseService(process.env, process.env.DATA_DIR ?? DATA_DIR);
const act = { at: Date.now(), who: 'e2e', why: 'a version for a test' };
await publishBuild(store, { name: descriptor.name, version, folder, descriptor }, act);
