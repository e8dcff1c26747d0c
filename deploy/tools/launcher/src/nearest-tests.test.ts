import { expect, test } from 'vitest';
import { nearestTests } from './nearest-tests.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'shared/api/src/domains/spot/rules.test.ts': "import { fee } from './rules.ts';",
  'shared/api/src/domains/spot/rules.property.test.ts': "import { fee } from './rules.ts';",
  'shared/api/src/domains/spot/wire.test.ts': '',
  'backend/src/domains/spot/spot.test.ts': "import { exchange } from '../../../test/exchange.ts';",
  'backend/src/domains/spot/spot.property.test.ts': '',
  'backend/src/domains/spot/warm-orders.test.ts': "import { warm } from './warm-orders.ts';",
  'backend/src/domains/spot/list.test.ts': "import { list } from './listing.ts';",
  'remotes/trading/src/pages/follow/FollowPage.test.tsx': '',
  'remotes/trading/src/remote.test.ts': '',
};
const nearest = (path: string) => nearestTests(path, { tests: Object.keys(TEXTS), read: (each) => TEXTS[each] ?? '' });

test('a test is its own', () => {
  expect(nearest('backend/src/domains/spot/list.test.ts')).toEqual(['backend/src/domains/spot/list.test.ts']);
});

test('a rule has the tests of its name', () => {
  expect(nearest('shared/api/src/domains/spot/rules.ts')).toEqual([
    'shared/api/src/domains/spot/rules.test.ts',
    'shared/api/src/domains/spot/rules.property.test.ts',
  ]);
});

test('a file without one has those that import it', () => {
  expect(nearest('backend/src/domains/spot/listing.ts')).toEqual(['backend/src/domains/spot/list.test.ts']);
});

test('a handler has the test of its domain', () => {
  expect(nearest('backend/src/domains/spot/place.ts')).toEqual(['backend/src/domains/spot/spot.test.ts']);
});

test('a form has the test of its screen, and texts the nearest above', () => {
  expect(nearest('remotes/trading/src/pages/follow/FollowForm.tsx')).toEqual([
    'remotes/trading/src/pages/follow/FollowPage.test.tsx',
  ]);
  expect(nearest('remotes/trading/src/i18n/en.json')).toEqual(['remotes/trading/src/remote.test.ts']);
});

test('a package without tests has none, and the search ends at its root', () => {
  expect(nearest('remotes/empty/src/pages/one/One.tsx')).toEqual([]);
  expect(nearest('README.md')).toEqual([]);
});
