// @vitest-environment jsdom
import '../testing/english.ts';
import { HashRouter, screenUrl } from '@tessera/router';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LogInButton, LogInFirst } from './LogInFirst.tsx';

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('a guest is told why nothing stands here, and comes back from the log-in with the parameters', () => {
  location.hash = '#/pages/fund/receive?currency_id=3';
  render(
    <HashRouter>
      <LogInFirst />
    </HashRouter>,
  );
  expect(screen.getByText('You are not logged in')).toBeTruthy();
  expect(hrefOf('Log in')).toBe(`#/pages/common/login?from=${encodeURIComponent('/pages/fund/receive?currency_id=3')}`);
  expect(hrefOf('Sign up')).toBe('#/pages/common/register');
});

test('a button may lead on to another screen, and say what for', () => {
  render(
    <HashRouter>
      <LogInButton from={screenUrl('/pages/common/borrowing')}>Log in to borrow</LogInButton>
    </HashRouter>,
  );
  expect(hrefOf('Log in to borrow')).toBe(`#/pages/common/login?from=${encodeURIComponent('/pages/common/borrowing')}`);
});
