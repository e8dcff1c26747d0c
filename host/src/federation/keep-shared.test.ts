// @vitest-environment jsdom
import { createInstance } from '@module-federation/enhanced/runtime';
import { expect, test } from 'vitest';
import { keepSharedModules } from './keep-shared.ts';

const MODULE = '@tessera/ui/content';
const REMOTE = 'tessera_finance_1_0_0';

/** A page in which only one remote has requested a module that the host provides on demand. */
function page() {
  const host = createInstance({
    name: 'tessera_host',
    remotes: [],
    shared: {
      [MODULE]: {
        version: '0.8.0',
        get: async () => () => ({ EntryRow: 'row' }),
        shareConfig: { singleton: true, requiredVersion: false },
      },
    },
  });
  const remote = createInstance({ name: REMOTE, remotes: [] });
  remote.initShareScopeMap('default', host.shareScopeMap.default ?? {});
  return { host, remote };
}

async function afterRegisteringAnew(keep: boolean): Promise<readonly string[]> {
  const { host, remote } = page();
  await remote.loadShare(MODULE, { customShareInfo: { shareConfig: { singleton: true, requiredVersion: false } } });
  // What the runtime records of a remote once its entry has loaded.
  Object.assign(globalThis, { [REMOTE]: { init: () => undefined, get: async () => () => ({ default: 1 }) } });
  host.registerRemotes([{ name: REMOTE, entry: 'http://app.test/remoteEntry.js', type: 'global' }]);
  await host.loadRemote(`${REMOTE}/remote`);
  if (keep) keepSharedModules(host);
  host.registerRemotes([{ name: REMOTE, entry: 'http://app.test/remoteEntry.js', type: 'global' }], { force: true });
  return Object.keys(host.shareScopeMap.default?.[MODULE] ?? {});
}

test('the runtime removes a module with the only remote that used it, unless the host keeps it', async () => {
  expect(await afterRegisteringAnew(false)).toEqual([]);
  expect(await afterRegisteringAnew(true)).toEqual(['0.8.0']);
});
