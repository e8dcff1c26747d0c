// @vitest-environment jsdom
import { withdrawal, withdrawalsFixtures } from '@tessera/api/withdrawals/fixtures';
import { fakeExchange, showScreen, signIn, startScreens } from '@tessera/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../remote.tsx';
import { WithdrawalDetail } from './WithdrawalSheet.tsx';

const AT = Date.UTC(2026, 10, 20, 15);

beforeAll(() => startScreens(remote));
beforeEach(() => {
  signIn();
  fakeExchange({ ...withdrawalsFixtures });
});

const states = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((step) => step.dataset.state);

test('a request stands in its review, and an approved one is past it', () => {
  const timeline = [{ status: 'requested' as const, at: AT }];
  showScreen(<WithdrawalDetail withdrawal={withdrawal({ status: 'requested', timeline })} />);
  expect(states()).toEqual(['current', 'ahead', 'ahead', 'ahead']);
  cleanup();
  const approved = [...timeline, { status: 'approved' as const, at: AT }];
  showScreen(<WithdrawalDetail withdrawal={withdrawal({ status: 'approved', timeline: approved })} />);
  expect(states()).toEqual(['done', 'done', 'current', 'ahead']);
});

test('one that was rejected says no more what is received', () => {
  const timeline = [
    { status: 'requested' as const, at: AT },
    { status: 'rejected' as const, at: AT },
  ];
  showScreen(<WithdrawalDetail withdrawal={withdrawal({ status: 'rejected', timeline })} />);
  expect(states()).toEqual(['done', 'failed']);
  expect(screen.queryByText('You receive')).toBeNull();
});
