import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/*
 * Tests run beside other work, with a twentieth of a core at times. What a test waits for in the time of the wall ends only what
 * hangs; what it bounds is counted (attempts, statements, pauses), measured in processor time, or the best of several rounds.
 */

const ROOT = join(import.meta.dirname, '..');
const LEAST = 5_000;
const tests = globSync('{src,test}/**/*.test.ts', { cwd: ROOT }).map(
  (path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const,
);

/** The text of the parentheses that open at an index. */
function within(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return text.slice(open, at + 1);
  }
  return text.slice(open);
}

/** What follows the last comma of a call that is no part of its function. */
const patienceOf = (call: string): number => {
  const named = /,\s*(PATIENCE|WITHIN),?\s*\)$/.test(call) ? Number.POSITIVE_INFINITY : null;
  const given = /,\s*(?:\{\s*timeout: )?([\d_]+)(?:, interval: \d+)?(?:\s*\})?,?\s*\)$/.exec(call)?.[1];
  return named ?? Number(given?.replaceAll('_', '') ?? 0);
};

describe('a test', () => {
  it('waits for long enough, by its own time-out or that of the configuration', () => {
    const short = tests.flatMap(([path, text]) =>
      [...text.matchAll(/vi\.waitFor(?=\()/g)].flatMap(({ index, 0: { length } }) => {
        const call = within(text, index + length);
        return patienceOf(call) >= LEAST ? [] : [`${path}: vi.waitFor${call.slice(0, 60)}`];
      }),
    );
    expect(short).toEqual([]);
    const polls = tests.flatMap(([path, text]) =>
      [...text.matchAll(/\.poll\([^\n]*timeout: ([\d_]+)/g)].flatMap(([line, ms = '']) =>
        Number(ms.replaceAll('_', '')) >= LEAST ? [] : [`${path}: ${line}`],
      ),
    );
    expect(polls).toEqual([]);
  });

  it('bounds no few seconds of the wall', () => {
    const bounded = tests.flatMap(([path, text]) =>
      [...text.matchAll(/performance\.now\(\) - \w+\)\.toBeLessThan(?:OrEqual)?\(([\d_]+)/g)].flatMap(
        ([line, ms = '']) => (Number(ms.replaceAll('_', '')) >= LEAST ? [] : [`${path}: ${line}`]),
      ),
    );
    expect(bounded).toEqual([]);
  });
});
