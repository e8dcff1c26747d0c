import { dirname, join } from 'node:path';
import { requestsOf } from '../sources/requests-of.ts';

/** Where the texts of namespaces are read from: the sources of a page, by their paths. */
export type Sources = {
  /** Null for what is no code of ours. */
  readonly read: (path: string) => string | null;
  /** The path of what a module outside of the page is asked for by; undefined for one of others. */
  readonly outside: (request: string) => string | undefined;
  /** Every namespace that there is. */
  readonly namespaces: readonly string[];
};

/** What one source says of texts. */
type Source = {
  readonly shown: ReadonlySet<string>;
  readonly fetched: ReadonlySet<string>;
  /** Paths that are loaded with it, and those that it loads later. */
  readonly now: readonly string[];
  readonly later: readonly string[];
};

type Shown = { readonly path: string; readonly namespace: string };

const FETCHED = /\b(?:addTexts|withTexts)\(\s*'([^']+)'/g;
const BY_HOOK = /\b(?:useTexts|useTextByKey)\(\s*'([^']+)'|\bns:\s*'([^']+)'/g;

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const namesIn = (code: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...code.matchAll(pattern)].map(([, first, second]) => first ?? second ?? ''));

const escaped = (text: string): string => text.replace(/[/.*+?^${}()|[\]\\-]/g, '\\$&');

function sourceAt(path: string, { read, outside, namespaces }: Sources): Source | null {
  const code = read(path);
  if (code === null) return null;
  const plain = withoutComments(code);
  const resolved = (request: string) => (request.startsWith('.') ? join(dirname(path), request) : outside(request));
  const now = new Set<string>();
  const later = new Set<string>();
  for (const request of requestsOf(path, Buffer.from(code)).modules) {
    const target = resolved(request);
    if (target === undefined) continue;
    const quoted = `['"]${escaped(request)}['"]`;
    const dynamic = new RegExp(`\\bimport\\(\\s*${quoted}`).test(plain);
    if (dynamic) later.add(target);
    if (!dynamic || new RegExp(`\\b(?:from|import)\\s*${quoted}`).test(plain)) now.add(target);
  }
  // A key as it is given to `text`, `t` or a table of keys: `'common:retry'`.
  const prefixes = new RegExp(`['"\`](${namespaces.map(escaped).join('|')}):[\\w$]`, 'g');
  return {
    shown: new Set([...namesIn(plain, BY_HOOK), ...namesIn(plain, prefixes)]),
    fetched: namesIn(plain, FETCHED),
    now: [...now],
    later: [...later],
  };
}

/**
 * Reads the texts that pages show, and those of them that are not there when they do: fetched neither before the page
 * (`before`) nor with the part that shows them. What a part that is loaded later fetches is there for what it loads,
 * not for the page that is on the screen already. A source is read once.
 */
export function pageTexts(sources: Sources) {
  const known = new Map<string, Source | null>();
  const at = (path: string): Source | null => {
    const source = known.has(path) ? (known.get(path) ?? null) : sourceAt(path, sources);
    known.set(path, source);
    return source;
  };
  return (page: string, before: Iterable<string>) => {
    const seen = new Set<string>();
    const shown = new Set<string>();
    const missing = new Map<string, Shown>();
    const visit = (path: string, there: ReadonlySet<string>): void => {
      const state = `${path} ${[...there].sort().join(' ')}`;
      const source = at(path);
      if (seen.has(state) || !source) return;
      seen.add(state);
      for (const namespace of source.shown) {
        shown.add(namespace);
        if (!there.has(namespace)) missing.set(`${path} ${namespace}`, { path, namespace });
      }
      for (const next of source.now) visit(next, there);
      // Its own module may fetch, or a small one that it imports for that.
      const fetched = [source, ...source.now.map(at)].flatMap((each) => [...(each?.fetched ?? [])]);
      for (const next of source.later) visit(next, new Set([...there, ...fetched]));
    };
    visit(page, new Set(before));
    return { shown: shown as ReadonlySet<string>, missing: [...missing.values()] as readonly Shown[] };
  };
}
