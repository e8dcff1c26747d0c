// Publishes a built folder as a version of a remote: publish-folder.ts <name> <version> <folder>
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FolderStore, parseDescriptor } from '@tessera/releases';
import { DATA_DIR } from './where.ts';

const [name = '', version = '', folder = ''] = process.argv.slice(2);
const path = join(import.meta.dirname, '../../remotes', name, 'remote.json');
const descriptor = parseDescriptor(JSON.parse(readFileSync(path, 'utf8')), path);
const dataDir = process.env.DATA_DIR ?? DATA_DIR;
await new FolderStore(join(dataDir, 'releases')).publish(
  { name, version, descriptor, publishedAt: Date.now(), who: 'e2e', why: 'a second version for the swap test' },
  folder,
);
