import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LANGUAGE_CODES } from '@tessera/bus/languages';
import { REPOSITORY, SHARED, SHARED_PACKAGES } from '../contract/shared-sources.ts';

export const packageFile = (name: string) =>
  JSON.stringify({ name: `@tessera/${name}`, version: '0.1.0', type: 'module' });

/** A package outside the repository that reaches `shared/` through its node_modules, as a team's own would. */
export async function packageWith(path: string, files: Readonly<Record<string, string>>): Promise<string> {
  const dir = join(await mkdtemp(join(tmpdir(), 'tessera-contract-')), path);
  await mkdir(join(dir, 'node_modules/@tessera'), { recursive: true });
  for (const name of SHARED_PACKAGES) await symlink(join(SHARED, name), join(dir, 'node_modules/@tessera', name));
  await symlink(join(REPOSITORY, 'node_modules/react'), join(dir, 'node_modules/react'));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), text);
  }
  return dir;
}

/** A remote of one screen. */
export const remoteWith = (name: string, sources: Readonly<Record<string, string>>): Promise<string> =>
  packageWith(`remotes/${name}`, {
    'package.json': packageFile(name),
    'remote.json': JSON.stringify({
      name,
      routes: [{ path: `/pages/${name}/screen`, access: 'guest', title: 'screen', module: 'screen' }],
    }),
    ...Object.fromEntries(LANGUAGE_CODES.map((code) => [`src/i18n/${code}.json`, '{}'])),
    ...sources,
  });
