// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { createStore, Provider, useAtom } from 'jotai';
import { beforeEach, expect, it } from 'vitest';
import { anyText, storedValue } from './index.ts';
import { RESET, storedAtom } from './stored-atom.ts';

const pair = storedValue({ name: 'trading.pair', initial: 'BTC/USDT', accept: anyText });

beforeEach(() => localStorage.clear());

/** Shows an atom of the stored value; `shown` holds what each render showed. */
function showPair() {
  const shown: string[] = [];
  const pairAtom = storedAtom(pair);
  let change: (next: string | typeof RESET) => void = () => undefined;
  function Pair() {
    const [value, setValue] = useAtom(pairAtom);
    shown.push(value);
    change = setValue;
    return <output>{value}</output>;
  }
  render(
    <Provider store={createStore()}>
      <Pair />
    </Provider>,
  );
  return { shown, change: (next: string | typeof RESET) => act(() => change(next)) };
}

const onScreen = () => screen.getByRole('status').textContent;

it('shows the stored value first, with no render of another before', () => {
  localStorage.setItem('tessera.trading.pair', '"ETH/USDT"');
  expect(new Set(showPair().shown)).toEqual(new Set(['ETH/USDT']));
});

it('stores what a component chose, and forgets it on RESET', () => {
  const { change } = showPair();
  change('SOL/USDT');
  expect([onScreen(), pair.read()]).toEqual(['SOL/USDT', 'SOL/USDT']);
  change(RESET);
  expect([onScreen(), localStorage.length]).toEqual(['BTC/USDT', 0]);
});

it('follows code outside of components, and other tabs', () => {
  showPair();
  act(() => pair.write('SOL/USDT'));
  expect(onScreen()).toBe('SOL/USDT');
  localStorage.setItem('tessera.trading.pair', '"XRP/USDT"');
  act(
    () => void dispatchEvent(new StorageEvent('storage', { key: 'tessera.trading.pair', storageArea: localStorage })),
  );
  expect(onScreen()).toBe('XRP/USDT');
});
