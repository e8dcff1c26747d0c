// @vitest-environment jsdom
import { showScreen, startScreens } from '@tessera/testing';
import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import descriptor from '../../../remote.json' with { type: 'json' };
import remote from '../../remote.tsx';
import FinancePage from './FinancePage.tsx';

beforeAll(() => startScreens(remote));

const show = () => showScreen(<FinancePage />, '/pages/financial/index');

test('every product leads to a route', () => {
  show();
  const links = screen.getAllByRole('link');
  expect(links).toHaveLength(6);
  for (const link of links) {
    const path = link.getAttribute('href')?.slice(1).split('?')[0];
    // Buying coins is a screen of whichever remote has it.
    expect([...descriptor.routes.map((route) => route.path), '/pages/fund/select']).toContain(path);
  }
});

test('the products are grouped by what users want to do', () => {
  show();
  expect(screen.getByRole('region', { name: 'Invest' }).textContent).toContain('Dual investment');
  expect(screen.getByRole('region', { name: 'Buy and spend' }).textContent).toContain('Visa card');
});
