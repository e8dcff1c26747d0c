// @vitest-environment jsdom
import '../testing/federation.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { manifestOf, remoteOf } from '../testing/manifests.ts';
import { heal } from './heal.ts';
import type { Release } from './release.ts';

const remote = remoteOf('trading');
const silent = manifestOf(1, [], { telemetry: { outcomes: 0, vitals: 0 } });

function release() {
  const avoid = vi.fn(() => true);
  return { avoid, release: { manifest: () => silent, avoid } as unknown as Release };
}

/** An error of the DOM as React meets it when a tool has replaced a node. */
function ofMovedNode(): unknown {
  try {
    document.createElement('p').removeChild(document.createElement('font'));
  } catch (error) {
    return error;
  }
  throw new Error('the DOM took it');
}

const thrownBy = (url: string) => Object.assign(new TypeError('x'), { stack: `TypeError: x\n    at f (${url}:1:1)` });

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a page translator that replaced nodes', ofMovedNode()],
  ['an extension of Chrome', thrownBy('chrome-extension://abc/inject.js')],
  ['an extension of Firefox', thrownBy('moz-extension://abc/inject.js')],
])('%s is no fault of the version', async (what, error) => {
  const page = release();
  const failed = { key: `/ of ${what}`, remote };
  expect(await heal(page.release, failed, error, 'loading')).toBe(false);
  // What was drawn is drawn anew, once: the tool may go on.
  expect(await heal(page.release, failed, error, 'rendering')).toBe(true);
  expect(await heal(page.release, failed, error, 'rendering')).toBe(false);
  expect(page.avoid).not.toHaveBeenCalled();
});

test('an error of the version is', async () => {
  const page = release();
  const error = thrownBy(`${location.origin}/h5/remotes/trading/1.0.0/page.js`);
  expect(await heal(page.release, { key: '/', remote }, error, 'rendering')).toBe(true);
  expect(page.avoid).toHaveBeenCalledWith(remote);
});

test('an error of a page of the host has no other version to go to', async () => {
  const page = release();
  expect(await heal(page.release, { key: '/', remote: null }, new TypeError('x'), 'rendering')).toBe(false);
  expect(page.avoid).not.toHaveBeenCalled();
});

test('a remote that is still being built has no version that is at fault', async () => {
  const page = release();
  const built = remoteOf('nft', '0.0.0-none', { entry: '' });
  expect(await heal(page.release, { key: '/', remote: built }, new TypeError('x'), 'loading')).toBe(false);
  expect(page.avoid).not.toHaveBeenCalled();
});
