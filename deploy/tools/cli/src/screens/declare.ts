import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostScreensSchema, parseDescriptor } from '@tessera/releases';

/** Path of the links that the backend sends, which the gate of releases compares with what is live. */
export const BACKEND_LINKS_FILE = 'deploy/release/releases/src/compatibility/backend-links.ts';
/** Paths of the declarations, relative to the repository: for links of pages, and for those that the backend sends. */
export const DECLARED = 'shared/router/src/declared-screens.d.ts';
export const DECLARED_IN_BACKEND = 'backend/src/platform/screens/declared.ts';

export type DeclaredScreen = { readonly path: string; readonly params?: Readonly<Record<string, string>> | undefined };

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The screens of the host and of every remote, ordered by path. */
export function declaredScreens(root: string): readonly DeclaredScreen[] {
  const own = hostScreensSchema.parse(readJson(join(root, 'host/screens.json'))).routes;
  const descriptors = readdirSync(join(root, 'remotes'))
    .map((name) => join(root, 'remotes', name, 'remote.json'))
    .filter((path) => existsSync(path));
  const theirs = descriptors.flatMap((path) => parseDescriptor(readJson(path), path).routes);
  return [...own, ...theirs].sort((left, right) => (left.path < right.path ? -1 : 1));
}

function declaration({ path, params = {} }: DeclaredScreen): string {
  const entries = Object.entries(params).map(([name, kind]) => `readonly ${name}: '${kind}'`);
  const type = entries.length > 0 ? `{ ${entries.join('; ')} }` : 'Record<never, never>';
  return `readonly '${path}': ${type};`;
}

const SOURCE =
  '// Generated from host/screens.json and remotes/*/remote.json by `npm run tessera -- screens`. Do not edit.';

/** Text of the declaration file: types of each screen's parameters only. */
export const declarationFile = (screens: readonly DeclaredScreen[]): string => `${SOURCE}
export {};

declare module './screens.ts' {
  interface Screens {
${screens.map((screen) => `    ${declaration(screen)}`).join('\n')}
  }
}
`;

/** The same for the backend, which reads no package of the page. */
export const backendDeclarationFile = (screens: readonly DeclaredScreen[]): string => `${SOURCE}

export type Screens = {
${screens.map((screen) => `  ${declaration(screen)}`).join('\n')}
};
`;

const CALL = /\bscreenLink\(\s*(?:'([^']*)'|[^,)]*)(?:,\s*\{([^{}]*)\}\s*,?\s*\))?/g;
const PARAMETER = /^([A-Za-z]\w*)(?:\s*:\s*(?:'([^'*]*)'|.+))?$/s;
const PATH = /'(\/pages\/[\w/-]+)'/g;
/** The line of a path that is written in another way. */
const OTHER = /^.*\bpages\/.*$/m;

/** A link as the gate knows it; `*` stands for a value that is known only when the link is made. */
export type BackendLink = readonly [path: string, given: Readonly<Record<string, string>>];

/** At commas that no bracket encloses. */
function partsOf(list: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of list) {
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/**
 * The links in a source of the backend. Throws where path and parameters of one do not stand in its call, and at a path
 * that is neither in such a call nor a text of its own: no link is left out.
 */
export function linksIn(text: string, file: string): readonly BackendLink[] {
  const calls = [...text.matchAll(CALL)].map(([call, path, query]): BackendLink => {
    const given = query === undefined ? undefined : partsOf(query).map((part) => PARAMETER.exec(part));
    if (path === undefined || !given?.every((parameter) => parameter !== null)) {
      throw new Error(`${file}: ${call} …: write the path and the names of the parameters into the call itself.`);
    }
    return [path, Object.fromEntries(given.map(([, name = '', value = '*']) => [name, value]))];
  });
  const rest = text.replace(CALL, '');
  const plain = [...rest.matchAll(PATH)].map(([, path = '']): BackendLink => [path, {}]);
  const [missed] = OTHER.exec(rest.replace(PATH, '')) ?? [];
  if (missed !== undefined) {
    throw new Error(
      `${file}: ${missed.trim()} …: write '/pages/…' as a text of its own; screenLink('/pages/…', { … }) adds parameters.`,
    );
  }
  return [...calls, ...plain];
}

/** Every link in the sources of the backend, once. */
export function backendLinks(root: string): readonly BackendLink[] {
  const files = globSync('backend/src/**/*.ts', { cwd: root }).filter(
    (file) => !file.includes('.test.') && !file.startsWith('backend/src/platform/screens/'),
  );
  const all = files.flatMap((file) => linksIn(readFileSync(join(root, file), 'utf8'), file));
  const links = new Map(all.map((link) => [JSON.stringify(link), link]));
  return [...links].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, link]) => link);
}

const literal = (given: BackendLink[1]): string => {
  const entries = Object.entries(given).map(([name, value]) => `${name}: '${value}'`);
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}';
};

export const backendLinksFile = (
  links: readonly BackendLink[],
): string => `// Generated from the sources of the backend by \`npm run tessera -- screens\`. Do not edit.
import type { BackendLink } from './backend-rules.ts';

export const BACKEND_LINKS: readonly BackendLink[] = [
${links.map(([path, given]) => `  ['${path}', ${literal(given)}],`).join('\n')}
];
`;
