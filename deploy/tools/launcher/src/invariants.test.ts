import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/* The invariants of docs/architecture.md: each names what fails where it is broken. */

const ROOT = resolve(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const document = read('docs/architecture.md');
const section = document.slice(document.indexOf('## Invariants'), document.indexOf('## Layout'));
const invariants = [...section.matchAll(/^(\d+)\. (.+)$/gm)].map(([, number = '', text = '']) => ({ number, text }));

const sourcesIn = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT, exclude: (path) => /(?:^|\/)(?:node_modules|dist|testing)$/.test(path) }).filter(
    (path) => !/\.(?:test|spec|bench)\.\w+$/.test(path),
  );

test('they are numbered', () => {
  expect(invariants.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
});

test.each(invariants)('invariant $number names tests and rules that exist', ({ text }) => {
  const [, proof = ''] = text.split(' Proof: ');
  const files = [...proof.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, path = '']) => path);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const rules = [...proof.matchAll(/rule `([\w-]+)`/g)].map(([, rule = '']) => rule);
  expect(rules.filter((rule) => !read('.dependency-cruiser.cjs').includes(`name: '${rule}'`))).toEqual([]);
});

/** Statements that write tables of the ledger, which is what functions of the migrations do. */
const WRITES =
  /\b(?:insert\s+into|update|delete\s+from|truncate)\s+(?:only\s+)?(?:ledger_account|ledger_entry|journal)\b/i;

test('1: no source of the backend writes tables of the ledger', () => {
  expect('update ledger_account set balance = 1').toMatch(WRITES);
  const sources = sourcesIn('backend/{src,tools}/**/*.ts');
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((path) => WRITES.test(read(path)))).toEqual([]);
});

test('3: the host imports nothing of a remote and names none of its packages', () => {
  const remotes = readdirSync(join(ROOT, 'remotes')).filter((name) =>
    existsSync(join(ROOT, 'remotes', name, 'remote.json')),
  );
  expect(remotes.length).toBeGreaterThan(5);
  const named = new RegExp(`@tessera/(?:${remotes.join('|')})(?:-remote)?['"\`/]|remotes/(?:${remotes.join('|')})\\b`);
  const sources = sourcesIn('host/**/*.{ts,tsx,json,html}');
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter((path) => named.test(read(path)))).toEqual([]);
});
