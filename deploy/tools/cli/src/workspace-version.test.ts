import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageFolders, raiseVersion } from './workspace-version.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tessera-version-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('finds the packages of the workspace, but no other folders', () => {
  for (const folder of ['host', 'shared/api', 'shared/money', 'shared/notes', 'docs']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const folder of ['', 'host', 'shared/api', 'shared/money', 'docs']) {
    writeFileSync(join(root, folder, 'package.json'), '{}');
  }
  expect(packageFolders(root, ['.', 'host', 'shared/*', 'remotes/*'])).toEqual(['host', 'shared/api', 'shared/money']);
});

test('raises the version of a package and changes no other text', () => {
  const text = '{\n  "name": "a",\n  "version": "0.8.0",\n  "engines": {\n    "version": "1"\n  }\n}\n';
  expect(raiseVersion(text, '0.9.0')).toBe(text.replace('0.8.0', '0.9.0'));
});
