import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const DOMAINS = join(import.meta.dirname, '..');
/** They only show what something is worth. */
const SHOWS = /^(?:wallet|portfolio|instruments)\//;

it('what decides about money is valued by the index: the last price is one that users trade at', () => {
  const users = globSync('**/*.ts', { cwd: DOMAINS }).filter((path) => {
    if (path.endsWith('.test.ts') || SHOWS.test(path)) return false;
    const imports = readFileSync(join(DOMAINS, path), 'utf8').match(
      /import \{[^}]*\} from '[^']*instruments\/index.ts'/g,
    );
    return imports?.some((each) => /\b(?:priceInUsdt|valueInUsdt)\b/.test(each)) ?? false;
  });
  expect(users).toEqual([]);
});
