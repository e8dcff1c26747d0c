import { expect, test } from 'vitest';
import { remoteOf, tabOf, versionsOf } from '../testing/manifests.ts';
import { tabPathOf } from './route-table.ts';

const route = (path: string, module: string) => ({ path, access: 'guest' as const, module });
const versions = versionsOf(
  1,
  remoteOf('markets', '1.0.0', {
    tab: tabOf(1, '/pages/market/market'),
    routes: [
      route('/pages/market/market', 'market'),
      route('/pages/quotation/index', 'market'),
      route('/pages/market/search', 'search'),
    ],
  }),
  remoteOf('nft'),
);

test.each([
  ['/pages/market/market', '/pages/market/market'],
  ['/pages/quotation/index', '/pages/market/market'],
  ['/pages/market/search', null],
  ['/pages/nft/nft', null],
])('%s is the first screen of the tab %s', (path, tab) => expect(tabPathOf(versions, path)).toBe(tab));
