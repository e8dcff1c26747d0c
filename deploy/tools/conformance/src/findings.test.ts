import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CODES, type Code, pageOf } from './findings.ts';

const root = resolve(import.meta.dirname, '../../../..');
const folder = join(root, 'docs/findings');
const codes = Object.keys(CODES) as Code[];

/** Sections of a page, in their order. */
const SECTIONS = ['How it is measured', 'Why it matters', 'How to fix it', 'Example'];

test('each code has a page, and each page has a code', () => {
  const pages = readdirSync(folder).filter((file) => file !== 'README.md');
  expect(pages.toSorted()).toEqual(codes.map((code) => `${code}.md`).toSorted());
});

test('the list of the pages names each code once, with its meaning', () => {
  const list = readFileSync(join(folder, 'README.md'), 'utf8');
  const rows = [...list.matchAll(/^\| \[([\w-]+)\]\(\1\.md\) \| (.+) \|$/gm)].map(([, code, means]) => [code, means]);
  expect(rows).toEqual(Object.entries(CODES));
});

describe.each(codes)('%s', (code) => {
  const page = readFileSync(join(root, pageOf(code)), 'utf8');

  test('has a complete page with an example report', () => {
    expect(page.split('\n')[0]).toBe(`# ${code}`);
    expect([...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(SECTIONS);
    expect(page.slice(page.indexOf('## Example'))).toContain(`${code}: `);
    expect(page).toContain(pageOf(code));
  });
});

test('a test covers each code', () => {
  const tests = ['src', 'test'].flatMap((part) =>
    readdirSync(join(import.meta.dirname, '..', part), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts') && file !== 'findings.test.ts')
      .map((file) => readFileSync(join(import.meta.dirname, '..', part, file), 'utf8')),
  );
  for (const code of codes)
    expect(
      tests.some((text) => text.includes(`'${code}`) || text.includes(`\`${code}`)),
      code,
    ).toBe(true);
});
