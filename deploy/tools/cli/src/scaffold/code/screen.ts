import { LANGUAGE_CODES } from '@tessera/releases';
import { FOREIGN, MARKS_FILE, type Marks, marksText, withMarks } from '../../texts/marks.ts';
import { UsageError } from '../../usage.ts';
import { addToArray, addToBlock } from './edit.ts';
import { pascal } from './names.ts';
import type { Sources } from './sources.ts';

export type NewScreen = {
  readonly remote: string;
  /** Folder below `src/pages`, and `module` of the descriptor's row. */
  readonly folder: string;
  /** `/pages/<group>/<page>` */
  readonly path: string;
  /** English; used in all languages, and marked as not translated. */
  readonly title: string | undefined;
  readonly access: 'guest' | 'user' | 'verified';
};

type Row = { readonly path: string; readonly access: string; readonly title: string; readonly module: string };
type Descriptor = { readonly routes: readonly Row[] };
type Texts = { [key: string]: string | Texts };

const json = (content: unknown): string => `${JSON.stringify(content, null, 2)}\n`;

const keyOf = (path: string): string => `routes.${path.split('/').slice(2).join('.')}`;

function withText(texts: Texts, key: string, text: string): Texts {
  const [first = '', ...rest] = key.split('.');
  if (rest.length === 0) return { ...texts, [first]: text };
  const inner = texts[first];
  return { ...texts, [first]: withText(typeof inner === 'object' ? inner : {}, rest.join('.'), text) };
}

const pageFile = (remote: string, name: string, title: string) => `import { useTexts } from '@tessera/i18n';
import { Card, Page } from '@tessera/ui';

export default function ${name}Page() {
  const t = useTexts('${remote}');
  return (
    <Page title={t('${title}')} back>
      <Card />
    </Page>
  );
}
`;

const testFile = (name: string, path: string) => `// @vitest-environment jsdom
import { showScreen, testScreens } from '@tessera/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import ${name}Page from './${name}Page.tsx';

testScreens(remote, { exchange: () => ({}) });

test('what a user does here: say it, and do it with the exchange replaced at fetch', async () => {
  showScreen(<${name}Page />, '${path}');
  expect(await screen.findByRole('button', { name: 'the first thing to press' })).toBeDefined();
});
`;

/** A row of the descriptor, beside those of its group. */
function withRow(descriptor: string, row: Row): string {
  const group = row.path.slice(0, row.path.lastIndexOf('/') + 1);
  const fields = Object.entries(row).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const isNear = (object: string) => (JSON.parse(object) as Row).path.startsWith(group);
  return addToArray(descriptor, /"routes":\s*\[/, `{ ${fields.join(', ')} }`, isNear);
}

/** The English title stands in every language until it is translated: `tessera texts` knows by this mark. */
function markUntranslated(sources: Sources, root: string, key: string): void {
  const file = `${root}/${MARKS_FILE}`;
  const marks = JSON.parse(sources.read(file) ?? '{}') as Marks;
  sources.write(file, marksText(withMarks(marks, 'src/i18n', key, FOREIGN)));
}

/** A screen with its loader, its row of the descriptor and a test that fails. Throws UsageError. */
export function addScreen(sources: Sources, { remote, folder, path, title, access }: NewScreen): void {
  const root = `remotes/${remote}`;
  const descriptor = sources.read(`${root}/remote.json`);
  if (descriptor === undefined) throw new UsageError(`There is no remote ${remote}: new ${remote}`);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(folder))
    throw new UsageError(`${folder} is no folder name: use kebab-case.`);
  if (!/^\/pages\/[A-Za-z0-9_-]+\/[A-Za-z0-9_-]+$/.test(path)) {
    throw new UsageError(`${path} is no route: write it as /pages/<group>/<page>.`);
  }
  const known = JSON.parse(descriptor) as Descriptor;
  const row = known.routes.find((each) => each.path === path);
  if (row) throw new UsageError(`${path} has a screen already: ${row.module}.`);
  if (known.routes.some(({ module }) => module === folder))
    throw new UsageError(`There is a screen ${folder} already.`);
  if (title === undefined) throw new UsageError('--title is missing: what the screen is called in English.');

  const key = keyOf(path);
  sources.write(`${root}/remote.json`, withRow(descriptor, { path, access, title: key, module: folder }));
  for (const code of LANGUAGE_CODES) {
    sources.edit(`${root}/src/i18n/${code}.json`, (text) => json(withText(JSON.parse(text) as Texts, key, title)));
  }
  markUntranslated(sources, root, key);
  const name = pascal(folder);
  sources.edit(`${root}/src/remote.tsx`, (text) =>
    addToBlock(
      text,
      /\bpages: \{/,
      `    ${folder.includes('-') ? `'${folder}'` : folder}: () => import('./pages/${folder}/${name}Page.tsx'),`,
    ),
  );
  sources.create(`${root}/src/pages/${folder}/${name}Page.tsx`, pageFile(remote, name, key));
  sources.create(`${root}/src/pages/${folder}/${name}Page.test.tsx`, testFile(name, path));
}
