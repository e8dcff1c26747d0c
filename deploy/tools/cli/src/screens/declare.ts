import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostScreensSchema, parseDescriptor } from '@tessera/releases';

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
