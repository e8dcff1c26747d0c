import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Descriptor, LANGUAGE_CODES } from './descriptor.ts';
import { ENTRY_FILE, type VersionRecord } from './version-record.ts';

/** Fixtures for the tests of this package and of those that stand on it. */

const everywhere = (text: string) =>
  Object.fromEntries(LANGUAGE_CODES.map((code) => [code, text])) as Descriptor['title'];

export const descriptorOf = (name: string, changes: Partial<Descriptor> = {}): Descriptor => ({
  name,
  title: everywhere(name),
  routes: [{ path: `/pages/${name}/${name}`, access: 'guest', title: 'routes.main', module: name }],
  shared: { react: '^19.3.0' },
  swap: 'allow',
  budget: 60,
  ...changes,
});

export const recordOf = (name: string, version: string, changes: Partial<VersionRecord> = {}): VersionRecord => ({
  name,
  version,
  descriptor: descriptorOf(name),
  publishedAt: 1_763_673_482_000,
  who: 'team',
  why: 'first version',
  files: [{ path: ENTRY_FILE, size: 12, integrity: `sha384-${'A'.repeat(64)}` }],
  ...changes,
});

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'tessera-'));

/** Writes files (path → content) below a new folder. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}
