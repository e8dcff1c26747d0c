import { LANGUAGE_CODES } from '@tessera/releases';
import { FOREIGN, MARKS_FILE, type Marks, marksText, withMarks } from '../texts/marks.ts';
import { textFiles } from './texts.ts';

export type NewRemote = {
  /** Folder, namespace of its texts, and first part of its routes. */
  readonly name: string;
  /** Place in the bottom bar, if it wants one. */
  readonly tab?: number | undefined;
  readonly access: 'guest' | 'user' | 'verified';
  /** Version of the application, which every package has. */
  readonly version: string;
};

/** `Prize draw` for `prize-draw`. */
export const titleOf = (name: string): string => {
  const words = name.split('-').filter(Boolean).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const routeOf = (name: string): string => `/pages/${name}/index`;

/** The screen's folder below `src/pages`. */
const moduleOf = (name: string): string => `${name}/index`;

/** Line width of the formatter. */
const LINE_WIDTH = 120;

/** Four squares: a neutral default icon. */
const ICON = 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z';

const SHARED = ['bus', 'i18n', 'session', 'ui'] as const;

const json = (content: unknown): string => `${JSON.stringify(content, null, 2)}\n`;

const everywhere = (text: string) => Object.fromEntries(LANGUAGE_CODES.map((code) => [code, text]));

function packageFile({ name, version }: NewRemote): string {
  return json({
    name: `@tessera/${name}`,
    version,
    private: true,
    type: 'module',
    dependencies: {
      ...Object.fromEntries(SHARED.map((each) => [`@tessera/${each}`, 'workspace:*'])),
      react: 'catalog:',
      'react-dom': 'catalog:',
    },
    devDependencies: { '@tessera/build': 'workspace:*', '@tessera/testing': 'workspace:*' },
  });
}

function descriptor({ name, tab, access }: NewRemote): string {
  const title = everywhere(titleOf(name));
  const path = routeOf(name);
  return json({
    name,
    title,
    ...(tab === undefined ? {} : { tab: { order: tab, path, label: title, icon: ICON } }),
    routes: [{ path, access, title: 'routes.index', module: moduleOf(name) }],
    swap: 'allow',
    budget: 60,
  });
}

/** A route and how its screen is loaded, in two lines if one would be too long. */
function pageLine(name: string): string {
  const route = `    '${moduleOf(name)}': () =>`;
  const load = `import('./pages/${moduleOf(name)}/WelcomePage.tsx'),`;
  const line = `${route} ${load}`;
  return line.length <= LINE_WIDTH ? line : `${route}\n      ${load}`;
}

/** A name as a property: quoted if it has a hyphen. */
const property = (name: string): string => (/^[a-z]\w*$/.test(name) ? name : `'${name}'`);

/** Makes the keys of the remote's texts known to the compiler. */
const textTypes = ({ name }: NewRemote): string => `import type english from './i18n/en.json';

declare module '@tessera/i18n/namespaces' {
  interface TextNamespaces {
    readonly ${property(name)}: typeof english;
  }
}
`;

const remote = ({ name }: NewRemote): string => `import { defineRemote } from '@tessera/i18n/define-remote';

export default defineRemote({
  name: '${name}',
  texts: (code) => import(\`./i18n/\${code}.json\`),
  pages: {
${pageLine(name)}
  },
});
`;

const page = ({ name }: NewRemote): string => `import { useTexts } from '@tessera/i18n';
import { useFiat, useLanguage, useSession } from '@tessera/session';
import { Card, KeyValue, Page, Text } from '@tessera/ui';

/** The first screen of this remote: who looks at it, and how they want it shown. */
export default function WelcomePage() {
  const t = useTexts('${name}');
  const session = useSession();
  const { locale } = useLanguage();
  const { code } = useFiat();
  return (
    <Page title={t('routes.index')}>
      <Text tone="normal" size={14} above={4} below={4}>
        {t('welcome.lead')}
      </Text>
      <Card as="div">
        <KeyValue
          items={[
            { label: t('welcome.account'), value: session?.user.nickname ?? t('welcome.guest') },
            { label: t('welcome.language'), value: locale },
            { label: t('welcome.currency'), value: code },
          ]}
        />
      </Card>
    </Page>
  );
}
`;

const test = ({ name }: NewRemote): string => `// @vitest-environment jsdom
import { emit, showScreen, startScreens } from '@tessera/testing';
import { act, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../../../remote.tsx';
import WelcomePage from './WelcomePage.tsx';

const ROUTE = '${routeOf(name)}';

beforeAll(() => startScreens(remote));
beforeEach(() => emit('language', { code: 'en', locale: 'en-US' }));

test('a guest sees the title, and that they are not logged in', () => {
  showScreen(<WelcomePage />, ROUTE);
  expect(screen.getByRole('heading', { level: 1, name: '${titleOf(name)}' })).toBeDefined();
  expect(screen.getByText('Not logged in')).toBeDefined();
});

test('the page follows what the person chooses', () => {
  showScreen(<WelcomePage />, ROUTE);
  expect(screen.getByText('en-US')).toBeDefined();
  expect(screen.getByText('USD')).toBeDefined();
  act(() => {
    emit('language', { code: 'de', locale: 'de-DE' });
    emit('fiat', { code: 'EUR', rate: '0.9' });
  });
  expect(screen.getByText('de-DE')).toBeDefined();
  expect(screen.getByText('EUR')).toBeDefined();
});
`;

/** The name stands for the title in every language: `tessera texts` knows by these marks that it is not translated. */
function marks({ tab }: NewRemote): Marks {
  const titles = tab === undefined ? ['title'] : ['title', 'tab.label'];
  const inDescriptor = titles.reduce<Marks>((known, key) => withMarks(known, 'remote.json', key, FOREIGN), {});
  return withMarks(inDescriptor, 'src/i18n', 'routes.index', FOREIGN);
}

/** Every file of a new remote: path below its folder, and content. */
export function filesOf(asked: NewRemote): readonly (readonly [path: string, content: string])[] {
  const folder = `src/pages/${moduleOf(asked.name)}`;
  return [
    ['package.json', packageFile(asked)],
    ['remote.json', descriptor(asked)],
    [MARKS_FILE, marksText(marks(asked))],
    ['src/remote.tsx', remote(asked)],
    ['src/texts.d.ts', textTypes(asked)],
    [`${folder}/WelcomePage.tsx`, page(asked)],
    [`${folder}/WelcomePage.test.tsx`, test(asked)],
    ...textFiles(titleOf(asked.name)).map(([code, content]) => [`src/i18n/${code}.json`, json(content)] as const),
  ];
}
