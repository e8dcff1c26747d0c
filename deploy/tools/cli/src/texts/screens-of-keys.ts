import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

type Route = { readonly path: string; readonly title: string; readonly module: string };

const IMPORT = /(?:from|import\()\s*['"](\.[^'"]+)['"]/g;
/** More do not help to see where a text stands. */
const MOST = 3;

/** The addresses of the screens on which a text of a remote is seen, found by the sources that name its key. */
export function screensOfKeys(root: string, remote: string): (key: string) => readonly string[] {
  const src = join(root, remote, 'src');
  const { routes } = JSON.parse(readFileSync(join(root, remote, 'remote.json'), 'utf8')) as {
    routes: readonly Route[];
  };
  const sources = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name))
    .map((entry) => join(entry.parentPath, entry.name));
  const content = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]));
  const importers = new Map<string, string[]>();
  for (const [file, text] of content) {
    for (const [, request = ''] of text.matchAll(IMPORT)) {
      const target = resolve(dirname(file), request);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  const addressesOf = (file: string): string[] => {
    const folder = relative(src, dirname(file)).replaceAll('\\', '/');
    return routes
      .filter(({ module }) => [module, `pages/${module}`].some((own) => folder === own || folder.startsWith(`${own}/`)))
      .map(({ path }) => `#${path}`);
  };
  /** Screens of a source, or of the nearest that import it. */
  const reached = (start: readonly string[]): string[] => {
    const seen = new Set<string>();
    for (let level = start; level.length > 0; ) {
      const found = [...new Set(level.flatMap(addressesOf))];
      if (found.length > 0) return found;
      for (const file of level) seen.add(file);
      level = [...new Set(level.flatMap((file) => importers.get(file) ?? []))].filter((file) => !seen.has(file));
    }
    return [];
  };
  return (key) => {
    const titled = routes.filter(({ title }) => title === key).map(({ path }) => `#${path}`);
    if (titled.length > 0) return titled.slice(0, MOST);
    const stem = key.replace(/_(zero|one|two|few|many|other)$/, '');
    // A key that is put together, such as `state.${status}`, is found by what stands before its last name.
    const begun = `\`${stem.slice(0, stem.lastIndexOf('.') + 1)}\${`;
    const users = sources.filter((file) => {
      const text = content.get(file) ?? '';
      return (
        new RegExp(`['":]${stem.replaceAll('.', '\\.')}['"]`).test(text) || (stem.includes('.') && text.includes(begun))
      );
    });
    return reached(users).slice(0, MOST);
  };
}
