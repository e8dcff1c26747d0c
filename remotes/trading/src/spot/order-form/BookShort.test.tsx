// @vitest-environment jsdom
import { showScreen, startScreens } from '@tessera/testing';
import { cleanup, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import type { ExpectedFill } from '../../ticket/expected-fill.ts';
import { BookShort, PriceShort } from './BookShort.tsx';
import { emptyForm } from './form.ts';
import type { DerivedOrder } from './use-order.ts';

beforeAll(() => startScreens(remote));

const derivedOf = (taken: Partial<ExpectedFill>) =>
  ({ at: { rules: { base: 'BTC' } }, taken: { short: true, average: null, amount: '0', ...taken } }) as DerivedOrder;
const said = () => screen.getByRole('status').textContent;
const show = (part: Parameters<typeof showScreen>[0]) => showScreen(part, '/pages/transaction/index');

test('an order that meets nothing is told so, not that 0 BTC stand there', () => {
  show(<PriceShort derived={derivedOf({})} />);
  expect(said()).toBe('Nothing at this price');
  cleanup();
  show(<BookShort form={{ ...emptyForm(), kind: 'market' }} derived={derivedOf({})} />);
  expect(said()).toBe('The visible book is empty: nothing would be filled.');
});

test('one that meets less than it wants is told how much', () => {
  show(<PriceShort derived={derivedOf({ average: '60000', amount: '0.5' })} />);
  expect(said()).toBe('Only 0.5 BTC at this price');
});
