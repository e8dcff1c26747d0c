// @vitest-environment jsdom
import { createInstance } from '@module-federation/enhanced/runtime';
import { expect, test } from 'vitest';
import { keepSharedModules } from './keep-shared.ts';

const MODULE = '@tessera/ui/content';
const REMOTE = 'tessera_finance_1_0_0';

type Factory = () => unknown;

/** A page with a module that the host provides on demand, and a remote that may ask for it. */
function page(get: () => Promise<Factory> = async () => () => ({ EntryRow: 'row' })) {
  const host = createInstance({
    name: 'tessera_host',
    remotes: [],
    shared: {
      [MODULE]: {
        version: '0.8.0',
        get,
        shareConfig: { singleton: true, requiredVersion: false },
      },
    },
  });
  const remote = createInstance({ name: REMOTE, remotes: [] });
  remote.initShareScopeMap('default', host.shareScopeMap.default ?? {});
  return { host, remote };
}

const ask = (remote: ReturnType<typeof page>['remote']) =>
  remote.loadShare<{ EntryRow: string }>(MODULE, {
    customShareInfo: { shareConfig: { singleton: true, requiredVersion: false } },
  });

async function afterRegisteringAnew(keep: boolean): Promise<readonly string[]> {
  const { host, remote } = page();
  if (keep) keepSharedModules(host);
  await ask(remote);
  // What the runtime records of a remote once its entry has loaded.
  Object.assign(globalThis, { [REMOTE]: { init: () => undefined, get: async () => () => ({ default: 1 }) } });
  host.registerRemotes([{ name: REMOTE, entry: 'http://app.test/remoteEntry.js', type: 'global' }]);
  await host.loadRemote(`${REMOTE}/remote`);
  host.registerRemotes([{ name: REMOTE, entry: 'http://app.test/remoteEntry.js', type: 'global' }], { force: true });
  return Object.keys(host.shareScopeMap.default?.[MODULE] ?? {});
}

test('the runtime removes a module with the only remote that used it, unless the host keeps it', async () => {
  expect(await afterRegisteringAnew(false)).toEqual([]);
  expect(await afterRegisteringAnew(true)).toEqual(['0.8.0']);
});

/** What three requests for the module come to, of which the first finds no network; the second is made beside it. */
async function afterFailingOnce(keep: boolean): Promise<readonly string[]> {
  let tries = 0;
  const { host, remote } = page(async () => {
    tries += 1;
    if (tries === 1) throw new Error('ChunkLoadError');
    return () => ({ EntryRow: `row ${tries}` });
  });
  if (keep) keepSharedModules(host);
  const outcome = () =>
    ask(remote).then(
      (factory) => (factory as () => { EntryRow: string })().EntryRow,
      (error: Error) => error.message,
    );
  return [...(await Promise.all([outcome(), outcome()])), await outcome(), await outcome()];
}

test('the runtime keeps a load that failed for good, unless the host forgets it', async () => {
  const failed = 'ChunkLoadError';
  expect(await afterFailingOnce(false)).toEqual([failed, failed, failed, failed]);
  expect(await afterFailingOnce(true)).toEqual([failed, failed, 'row 2', 'row 2']);
});
