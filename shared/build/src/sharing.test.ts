import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { remoteShares, SHARED_EAGERLY, SHARED_LAZILY } from './sharing.ts';

it('every shared module that remotes carry no copy of is provided by the host', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../host/src/federation/provided-later.ts'), 'utf8');
  const provided = [...source.matchAll(/import\('([^']+)'\)/g)].map(([, request]) => request as string);
  expect(provided.toSorted()).toEqual(SHARED_LAZILY.toSorted());
  expect(SHARED_EAGERLY.filter((request) => provided.includes(request))).toEqual([]);
});

const ROOT = join(import.meta.dirname, '../../..');

it.each(globSync('remotes/*', { cwd: ROOT }))(
  '%s requires a version of whatever it may take from the page',
  (remote) => {
    for (const [request, { requiredVersion }] of Object.entries(remoteShares(join(ROOT, remote)))) {
      // Ours have the version of the application: a remote that is rolled back alone over it has to run.
      expect(requiredVersion, request).toMatch(request.startsWith('@tessera/') ? /^\*$/ : /^\^\d+\.\d+\.\d+/);
    }
  },
);
