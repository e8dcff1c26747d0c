/// <reference types="node" />
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

export type Tree = { readonly [key: string]: string | Tree };

/** None of a remote that another branch has: packages are left of it. */
const below = (folder: string, path: string): string[] =>
  (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [])
    .map((name) => `${folder}/${name}/${path}`)
    .filter((found) => existsSync(join(root, found)));

/** Folders with one file a language, whose texts agree key by key. */
export const SCREEN_TEXTS: readonly string[] = [
  'shared/i18n/src/common',
  'shared/ui/src/approval/i18n',
  'shared/ui/src/map/i18n',
  'shared/ui/src/first-steps/i18n',
  'host/src/i18n',
  'host/src/app/i18n',
  'host/src/start/i18n',
  'host/src/start/browsers',
  'shared/api/src/domains/wallet/kinds',
  'backend/src/domains/wallet/statements/texts',
  'backend/src/domains/spot/trades-csv/texts',
  'backend/src/domains/nft/boxes/texts',
  'backend/src/platform/mail/texts',
  ...below('backend/src/domains', 'texts'),
  'deploy/release/gateway/src/app/i18n',
  'deploy/tools/cli/src/scaffold/i18n',
  ...below('remotes', 'src/i18n'),
  // Domains whose texts are fetched with their pages.
  ...readdirSync(join(root, 'remotes')).flatMap((name) => below(`remotes/${name}/src`, 'i18n')),
];

/** Those of the backend and of errors as well: everything that a user reads. */
export const ALL_TEXTS: readonly string[] = [
  ...SCREEN_TEXTS,
  'backend/src/domains/chat/seed',
  'backend/src/domains/content/seed',
  'shared/api/src/kit/errors/i18n',
  ...below('shared/api/src/domains', 'i18n'),
];

export const readTexts = (folder: string, code: string): Tree =>
  JSON.parse(readFileSync(join(root, folder, `${code}.json`), 'utf8')) as Tree;

/** Path and value of every text. */
export const leaves = (tree: Tree, path = ''): Array<readonly [string, string]> =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as const] : leaves(value, `${path}${key}.`),
  );
