// @vitest-environment jsdom
import { addTexts, startTexts } from '@tessera/i18n';
import { HashRouter } from '@tessera/router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import descriptor from '../../../remote.json' with { type: 'json' };
import finance from '../../remote.tsx';
import FinancePage from './FinancePage.tsx';

beforeAll(async () => {
  await startTexts('en');
  await addTexts(finance.name, finance.texts);
});
afterEach(cleanup);

const show = () =>
  render(
    <HashRouter>
      <FinancePage />
    </HashRouter>,
  );

test('every product leads to a route of this remote and says that it is not available yet', () => {
  show();
  const links = screen.getAllByRole('link');
  expect(links).toHaveLength(8);
  for (const link of links) {
    const path = link.getAttribute('href')?.slice(1);
    expect(descriptor.routes.map((route) => route.path)).toContain(path);
    expect(link.textContent).toContain('Not available yet');
  }
});

test('the products stand under what somebody wants to do', () => {
  show();
  expect(screen.getByRole('region', { name: 'Earn' }).textContent).toContain('Locked mining');
  expect(screen.getByRole('region', { name: 'Buy and spend' }).textContent).toContain('Visa card');
});
