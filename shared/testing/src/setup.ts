// Runs before every test file. Files of one worker share a page, so each leaves it as it found it.
import { afterAll, afterEach, vi } from 'vitest';

const inPage = typeof document !== 'undefined';

/**
 * Where React in development notes for its tools which component made an element, ten thousand times a second: a stack each,
 * a sixth of the computing of the tests of screens. It counts these as if they were all made.
 */
async function leaveOutOwnerStacks(): Promise<void> {
  const internals = Reflect.get(
    await import('react'),
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  ) as object;
  if (!('recentlyCreatedOwnerStacks' in internals)) throw new Error('React counts the stacks of owners elsewhere now');
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => undefined,
  });
}

if (inPage) {
  // jsdom has <dialog> without its methods; screens open sheets.
  if (!HTMLDialogElement.prototype.showModal) {
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
    };
  }
  await leaveOutOwnerStacks();
  const { cleanup, configure } = await import('@testing-library/react');
  // A second is too short for a slow machine; a test that succeeds does not wait longer.
  configure({ asyncUtilTimeout: 10_000 });
  // Testing Library registers its own when it is first evaluated, which is once per worker.
  afterEach(cleanup);
}

afterAll(() => {
  // The next file evaluates our modules anew; React and other packages stay.
  vi.resetModules();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (!inPage) return;
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.head.replaceChildren();
  document.body.replaceChildren();
});
