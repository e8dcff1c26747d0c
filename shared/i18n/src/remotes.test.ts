import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RemoteModule } from './remote.ts';
import type { TextTree } from './texts.ts';

const FOLDER = join(import.meta.dirname, '../../../remotes');

type Descriptor = {
  readonly name: string;
  readonly routes: ReadonlyArray<{ readonly path: string; readonly title: string; readonly module: string }>;
};

const names = readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, 'remote.json')));

const textAt = (texts: TextTree, key: string): unknown =>
  key.split('.').reduce<unknown>((tree, part) => (tree as TextTree | undefined)?.[part], texts);

// That the ten languages hold the same texts is tested in completeness.test.ts.
describe.each(names)('%s', async (name) => {
  const descriptor = JSON.parse(readFileSync(join(FOLDER, name, 'remote.json'), 'utf8')) as Descriptor;
  const { default: remote } = (await import(join(FOLDER, name, 'src/remote.tsx'))) as {
    default: RemoteModule;
  };

  test('goes by one name in folder, descriptor and module', () => {
    expect([descriptor.name, remote.name]).toEqual([name, name]);
  });

  test('has a page for every module of its descriptor, and no other', () => {
    const modules = new Set(descriptor.routes.map(({ module }) => module));
    expect(Object.keys(remote.pages).toSorted()).toEqual([...modules].toSorted());
  });

  test('has a text for the title of every route', async () => {
    const { default: texts } = await remote.texts('en');
    for (const { title } of descriptor.routes) expect(textAt(texts, title), title).toEqual(expect.any(String));
  });
});
