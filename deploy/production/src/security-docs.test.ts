import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readText } from './repository.ts';

/** How many requirements of levels 1 and 2 each section of ASVS 5.0 has; they are numbered from 1. */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
};
const REQUIRED = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
);

const asvs = readText('docs/asvs.md');
const rows = asvs
  .split('\n')
  .map((line) => /^\| ([\d., ]+) \| (yes|part|no|n\/a) \| (.+) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, ids = '', state = '', reason = '']) => ({ ids: ids.split(', '), state, reason }));

test('docs/asvs.md has each of the 253 requirements once', () => {
  expect(REQUIRED).toHaveLength(253);
  expect(rows.flatMap(({ ids }) => ids).toSorted()).toEqual(REQUIRED.toSorted());
});

/** Met because there is nothing to test: the reason is the whole proof. */
const BY_NATURE = [
  '1.3.7',
  '1.3.10',
  '3.7.1',
  '4.2.1',
  '6.2.10',
  '6.4.2',
  '11.2.1',
  '11.2.3',
  '11.4.3',
  '15.3.5',
  '16.2.3',
];

test('each requirement that is met names its test, its source or its section', () => {
  const bare = rows.filter(
    ({ state, reason }) =>
      state === 'yes' && !/`(?:backend|deploy|shared|host|remotes|e2e)\/[\w./-]+`|\]\(/.test(reason),
  );
  expect(bare.map(({ ids }) => ids[0])).toEqual(BY_NATURE);
});

test('docs/asvs.md and docs/security.md name files that exist', () => {
  for (const file of ['docs/asvs.md', 'docs/security.md']) {
    const named = readText(file).match(/(?<=`)(?:backend|deploy|shared|host|remotes|e2e)\/[\w./-]+(?=`)/g) ?? [];
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  }
});

test('headings that docs/asvs.md points at exist', () => {
  const anchors = [...asvs.matchAll(/\((\w+\.md)#([\w-]+)\)/g)];
  expect(anchors.length).toBeGreaterThan(10);
  for (const [, file, anchor] of anchors) {
    const headings = [...readText(`docs/${file}`).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(headings, `${file}#${anchor}`).toContain(anchor);
  }
});

/** What runs for users and staff, and in production beside it: neither tests nor tools of developers. */
const sources = globSync(
  ['backend', 'shared', 'host', 'remotes', 'deploy'].map((part) => `${part}/**/*.{ts,tsx,mjs,js}`),
  {
    cwd: ROOT,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist|test|testing)$/.test(path),
  },
).filter(
  (path) => !/\.(?:test|spec|bench|d)\.\w+$/.test(path) && !/^(?:deploy\/tools|shared\/(?:build|testing))\//.test(path),
);

test('sources are read', () => {
  expect(sources.length).toBeGreaterThan(1_500);
  expect(sources).toEqual(expect.arrayContaining(['backend/src/main.ts', 'deploy/release/gateway/src/main.ts']));
});

/** Regular expressions that are put together, by file: each of constants, never of what a request or a user sends. */
const PUT_TOGETHER = {
  'backend/src/domains/identity/names/links.ts': 1,
  'backend/src/domains/identity/names/public-name.ts': 1,
  'backend/src/domains/nft/media/files.ts': 1,
  'backend/src/domains/support/reply-address.ts': 2,
  // What an operator types on the machine, against digits of the token.
  'backend/tools/chains/main.ts': 1,
  'deploy/custody/signer/src/main.ts': 1,
  'deploy/release/registry-api/src/testing.ts': 1,
  'deploy/release/releases/src/compatibility/types/diagnostics.ts': 1,
  'shared/api/src/domains/launchpad/contract.ts': 1,
  'shared/api/src/domains/nft/draw-rules.ts': 1,
  'shared/api/src/domains/quickbuy/contract.ts': 1,
  'shared/api/src/domains/quickbuy/names.ts': 1,
  'shared/api/src/kit/rules/person.ts': 2,
};

test('1.2.9: no regular expression is made from input, in a program or in SQL', () => {
  const made: Record<string, number> = {};
  for (const path of sources) {
    const text = readText(path);
    const count = text.match(/\bRegExp\(/g)?.length ?? 0;
    if (count > 0) made[path] = count;
    expect(text, path).not.toMatch(/~\*?\s*\$\d|similar to\s*\$\d|regexp_\w+\([^,()]*,\s*\$\d/i);
  }
  expect(made).toEqual(PUT_TOGETHER);
});

test('12.3.2: nothing turns the verification of certificates off', () => {
  const settings = globSync('deploy/production/{*,{container,k8s,nginx,monitoring}/**/*}.*', { cwd: ROOT });
  expect(settings).toContain('deploy/production/compose.yaml');
  const files = [...sources, ...settings, 'deploy/production/container/Dockerfile', 'package.json'];
  const off = files.filter((path) =>
    /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|sslmode=no-verify/.test(readText(path)),
  );
  expect(off).toEqual([]);
});
