import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** Words that name no one: CONTRIBUTING.md has what to write instead. Migrations stay as they ran. */
const UNNAMED = /\b(?:nobody|whoever|somebody|anybody|everybody|whomever)\b/i;
const COMMENT = /^\s*(?:\/\/|\/?\*)|\/\*\*/;
/** The table of words itself, and what PostgreSQL calls a user of the system. */
const NAMES_THEM = /^\| the user, the client|the user `nobody`/;

const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.css', '*.md'], { cwd: ROOT, maxBuffer: 1e8 })
  .toString()
  .split('\0')
  .filter((file) => file !== '' && !/^(?:\.changeset|CHANGELOG)/.test(file) && !file.endsWith('words.test.ts'));

test('comments and documents name who does something', () => {
  const found = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const text = file.endsWith('.md') || COMMENT.test(line) ? line : '';
        return UNNAMED.test(text) && !NAMES_THEM.test(text.replace(/^\s*\/?\*+ /, ''))
          ? [`${file}:${at + 1}: ${line.trim()}`]
          : [];
      }),
  );
  expect(found).toEqual([]);
});
