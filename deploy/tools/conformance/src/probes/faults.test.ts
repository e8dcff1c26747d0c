import { expect, test } from 'vitest';
import { faultsOf } from './faults.ts';

const played = (files: readonly string[]) => faultsOf(files).map(({ name, file }) => `${name}: ${file}`);

test('entry, the last script and the style sheet of a screen can fail', () => {
  expect(played(['remote.js', 'page.js', 'page.css'])).toEqual([
    'entry 404: remoteEntry.js',
    'tampered entry: remoteEntry.js',
    'page 404: page.js',
    'tampered page: page.js',
    'style sheet 404: page.css',
  ]);
});

test('a screen without a style sheet has one fault fewer', () => {
  expect(played(['remote.js'])).not.toContainEqual(expect.stringContaining('style sheet'));
});
