import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

type Tree = { readonly [key: string]: string | Tree };

const fileOf = (namespace: string, code: string): string => {
  if (namespace === 'common') return join(ROOT, 'shared/i18n/src/common', `${code}.json`);
  if (namespace === 'host') return join(ROOT, 'host/src/i18n', `${code}.json`);
  const own = join(ROOT, 'remotes', namespace, 'src/i18n', `${code}.json`);
  // Domains of the finance remote have a namespace of their own.
  return existsSync(own) ? own : join(ROOT, 'remotes/finance/src', namespace, 'i18n', `${code}.json`);
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
