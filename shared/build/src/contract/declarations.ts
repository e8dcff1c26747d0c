import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { ContractFailure } from './contract-failure.ts';

/**
 * The declared types of `shared/` as one text: JSON `{ entries: { request: path }, files: { path: text } }`, paths as
 * `<package>/<path>.d.ts`. Files name each other by relative paths alone, so two such sets can lie side by side.
 */
export type DeclaredTypes = {
  /** Lower-case hex SHA-256 of the text. */
  readonly hash: string;
  readonly text: string;
};

/** `from '…'`, `import("…")`, `import '…'` as the compiler writes them. */
const SPECIFIER = /(\bfrom\s+|\bimport\s*\(?\s*)(["'])([^"']+)\2/g;
const DECLARATION = /\.d\.ts$/;

const declarationOf = (path: string): string => path.replace(/(\.d)?\.(tsx?|jsx?)$/, '.d.ts');

const relativePath = (from: string, to: string): string => {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
};

/** The texts of a JSON file are no part of its type, and they change often. */
const shapeOf = (json: string): string =>
  JSON.stringify(JSON.parse(json), (_key, value: unknown) => (typeof value === 'string' ? '' : value));

export type EmittedDeclarations = {
  /** Path of the source that a request of one of our packages begins in; undefined for any other request. */
  locate(request: string): string | undefined;
  /** An emitted declaration file or a JSON file; undefined where there is none. */
  read(path: string): string | undefined;
};

/** Puts emitted declarations into one text: what the requests reach and no more, in the order of paths. */
export function gatherDeclarations(requests: readonly string[], { locate, read }: EmittedDeclarations): DeclaredTypes {
  const files = new Map<string, string>();
  const targetOf = (specifier: string, from: string): string | undefined => {
    const source = specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : locate(specifier);
    return source && declarationOf(source);
  };
  const rewrite = (text: string, from: string): string =>
    text.replace(SPECIFIER, (whole, before: string, quote: string, specifier: string) => {
      const target = targetOf(specifier, from);
      if (target === undefined) return whole;
      add(target, from);
      return `${before}${quote}${relativePath(from, target).replace(DECLARATION, '.js')}${quote}`;
    });
  const add = (path: string, from: string): void => {
    if (files.has(path)) return;
    const text = read(path);
    if (text === undefined) throw unknown(from, path);
    files.set(path, '');
    files.set(path, path.endsWith('.json') ? shapeOf(text) : rewrite(text, path));
  };
  const entries = requests.map((request): [string, string] => {
    const path = targetOf(request, '');
    if (path === undefined) throw unknown('shared/', request);
    add(path, request);
    return [request, path];
  });
  const ordered = (pairs: Iterable<[string, string]>) =>
    Object.fromEntries([...pairs].sort(([left], [right]) => (left < right ? -1 : 1)));
  const text = JSON.stringify({ entries: ordered(entries), files: ordered(files) });
  return { hash: createHash('sha256').update(text).digest('hex'), text };
}

const unknown = (from: string, what: string) =>
  new ContractFailure(`The declared types of ${from} name ${what}, which is not among the shared packages.`);
