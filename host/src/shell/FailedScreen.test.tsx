// @vitest-environment jsdom
import { bus } from '@tessera/bus/host';
import { HashRouter } from '@tessera/router';
import { startScreens } from '@tessera/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { FailedScreen } from './FailedScreen.tsx';

beforeAll(() => startScreens({ name: 'host', texts: (code) => import(`../i18n/${code}.json`) }));

const location = { pathname: '/', search: '', hash: '', state: null, key: 'a' };

function failed(reason: 'load' | 'timeout' | 'render') {
  const onRetry = vi.fn();
  const shown = { kind: 'failed', key: 'k', entry: 1, location, attempt: 0, reason } as const;
  render(
    <HashRouter>
      <FailedScreen screen={shown} onRetry={onRetry} />
    </HashRouter>,
  );
  return onRetry;
}

const reconnect = () => {
  bus.emit('realtime', { status: 'offline', since: 0 });
  bus.emit('realtime', { status: 'open', since: 1 });
};

test.each(['load', 'timeout'] as const)('one that was not there (%s) is tried again with the connection', (reason) => {
  const onRetry = failed(reason);
  reconnect();
  expect(onRetry).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  expect(onRetry).toHaveBeenCalledTimes(2);
  cleanup();
  reconnect();
  expect(onRetry).toHaveBeenCalledTimes(2);
});

test('one that broke is not: the connection had no part in it', () => {
  const onRetry = failed('render');
  reconnect();
  expect(onRetry).not.toHaveBeenCalled();
});

test('without a network it says that, and not that the app is broken', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  failed('load');
  expect(screen.getByText('No connection. Check your network and try again.')).toBeTruthy();
  vi.restoreAllMocks();
});
