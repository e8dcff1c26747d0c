import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

type Tree = { readonly [key: string]: string | Tree };

const fileOf = (namespace: string, code: string): string => {
  if (namespace === 'common') return join(ROOT, 'shared/i18n/src/common', `${code}.json`);
  if (namespace === 'host') return join(ROOT, 'host/src/i18n', `${code}.json`);
  if (namespace === 'approval') return join(ROOT, 'shared/ui/src/approval/i18n', `${code}.json`);
  if (namespace === 'app') return join(ROOT, 'host/src/app/i18n', `${code}.json`);
  // `finance/loans` is a part of a remote.
  const [remote = '', part = ''] = namespace.split('/');
  return join(ROOT, 'remotes', remote, 'src', part, 'i18n', `${code}.json`);
};

const read = (path: string): Tree => JSON.parse(readFileSync(path, 'utf8')) as Tree;

/** The texts of a namespace; what kinds of records are called has its own home. */
function textsOf(namespace: string, code: string): Tree {
  const own = read(fileOf(namespace, code));
  if (namespace !== 'assets') return own;
  return { ...own, kind: read(join(ROOT, 'shared/api/src/domains/wallet/kinds', `${code}.json`)) };
}

/** A text as the product words it, so that journeys work in every language. */
export function text(code: string, namespace: string, key: string, values: Record<string, string> = {}): string {
  let found: string | Tree | undefined = textsOf(namespace, code);
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  if (typeof found !== 'string') throw new Error(`${namespace} has no text ${key} in ${code}`);
  return found.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values[name] ?? '');
}
