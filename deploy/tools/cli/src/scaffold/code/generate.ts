import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Generator } from './commands.ts';
import { createSources } from './sources.ts';

/** Runs a generator on the repository, writes and formats its files. Returns the next steps. */
export function generate(
  root: string,
  generator: Generator,
  args: readonly string[],
  print: (line: string) => void,
): readonly string[] {
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined);
  const sources = createSources(read);
  const next = generator(sources, args);
  const written = sources.written();
  for (const [path, text] of written) {
    print(`${read(path) === undefined ? 'new    ' : 'changed'} ${path}`);
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const paths = written.map(([path]) => path);
  execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', '--log-level=error', ...paths], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return next;
}
