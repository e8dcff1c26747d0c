// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Page } from './Page.tsx';

test('a page has one heading, one main landmark and a back button', async () => {
  const back = vi.fn();
  render(
    <Page title="Withdraw" back={back} footer="Sum">
      Content
    </Page>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Withdraw' })).toBeTruthy();
  // The actions at its lower edge, too: what lies outside of landmarks is skipped by those who go from one to the next.
  expect(screen.getByRole('main').textContent).toBe('ContentSum');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(back).toHaveBeenCalledOnce();
});

test('back goes home if the page was opened directly', async () => {
  history.replaceState(null, '', '#/pages/fund/withdraw');
  render(
    <Page title="Withdraw" back>
      Content
    </Page>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(location.hash).toBe('#/');
});
