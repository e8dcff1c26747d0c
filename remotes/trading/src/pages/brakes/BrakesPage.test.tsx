// @vitest-environment jsdom
import { brakesState } from '@tessera/api/brakes/fixtures';
import { reject, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import BrakesPage from './BrakesPage.tsx';
import { changeOf, isHalf, isLooser } from './brake-form.ts';

const NOW = Date.UTC(2026, 10, 20, 15);
const brake = <Value,>(value: Value, next: { value: Value; at: number } | null = null) => ({ value, next });

const state = (changes: Record<string, unknown> = {}) => ({
  ...brakesState(),
  daily_loss: brake('100'),
  max_multiple: brake(20),
  cool_off: brake(null),
  excluded_until: brake(null),
  cooling_until: null,
  left_today: '60',
  result_today: '-40',
  losses: 2,
  now: NOW,
  ...changes,
});

const { exchange, toasts } = testScreens(remote, {
  page: 'brakes',
  user: {},
  exchange: () => ({ 'GET /brakes': state(), 'POST /brakes': state() }),
});

const sent = () => exchange.sent('POST /brakes');
const show = async () => {
  const { user } = showScreen(<BrakesPage />, '/pages/transaction/brakes');
  const loss = await screen.findByLabelText<HTMLInputElement>('Daily loss limit (USDT)');
  return { user, loss };
};

test('what holds and what is left of the day is shown', async () => {
  const { loss } = await show();
  expect(loss.value).toBe('100');
  expect(screen.getByText('-40.00 USDT')).toBeTruthy();
  expect(screen.getByText('60.00 USDT')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save limits' }).disabled).toBe(true);
});

test('a tighter limit is saved at once', async () => {
  const { user, loss } = await show();
  await user.clear(loss);
  await user.type(loss, '50');
  expect(screen.queryByText(/take effect after 24 hours/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save limits' }));
  await waitFor(() => expect(toasts.texts).toEqual(['Limits saved']));
  expect(sent()).toEqual({ daily_loss: '50', lang: 'en' });
});

test('a looser one is told to hold a day later, and what waits is shown', async () => {
  const { user } = await show();
  const multiple = screen.getByLabelText('Highest leverage (×)');
  await user.clear(multiple);
  await user.type(multiple, '50');
  expect(screen.getByText(/take effect after 24 hours/)).toBeTruthy();
  const later = state({ max_multiple: brake(20, { value: 50, at: NOW + 86_400_000 }) });
  exchange.change({ 'GET /brakes': later, 'POST /brakes': later });
  await user.click(screen.getByRole('button', { name: 'Save limits' }));
  await waitFor(() => expect(toasts.texts).toEqual(['Saved. Looser limits take effect in 24 hours.']));
  expect(await screen.findByText(/^Becomes 50× on /)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Highest leverage (×)').value).toBe('20');
});

test('a cool-off needs both of its numbers', async () => {
  const { user } = await show();
  await user.type(screen.getByLabelText('Losses in a row'), '3');
  expect(screen.getByText('Enter both')).toBeTruthy();
  await user.type(screen.getByLabelText('Minutes'), '60');
  await user.click(screen.getByRole('button', { name: 'Save limits' }));
  await waitFor(() => expect(sent()).toEqual({ cool_off_losses: '3', cool_off_minutes: '60', lang: 'en' }));
});

test('a self-exclusion is asked once more with its end', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: '7 days' }));
  await user.click(screen.getByRole('button', { name: 'Exclude me' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Exclude yourself from trading?' }));
  const before = Date.now();
  await user.click(question.getByRole('button', { name: 'Exclude me' }));
  await waitFor(() => expect(exchange.of('POST /brakes')).toHaveLength(1));
  const until = Number(sent().excluded_until);
  expect(Math.abs(until - before - 7 * 86_400_000)).toBeLessThan(60_000);
});

test('limits that did not load offer another try', async () => {
  exchange.change({ 'GET /brakes': reject('server', 'Not now') });
  const { user } = showScreen(<BrakesPage />, '/pages/transaction/brakes');
  expect(await screen.findByText('Not now')).toBeTruthy();
  exchange.change({ 'GET /brakes': state() });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Daily loss limit (USDT)')).toBeTruthy();
});

describe('a change', () => {
  const drafts = { dailyLoss: '100', multiple: '20', losses: '', minutes: '' };
  test('names only what differs', () => {
    expect(changeOf(drafts, state())).toBeNull();
    expect(changeOf({ ...drafts, dailyLoss: '100.00' }, state())).toBeNull();
    expect(changeOf({ ...drafts, dailyLoss: '', multiple: '10' }, state())).toEqual({
      daily_loss: '0',
      max_multiple: 10,
    });
  });
  test('is looser where any limit is', () => {
    expect(isLooser({ daily_loss: '0' }, state())).toBe(true);
    expect(isLooser({ daily_loss: '99' }, state())).toBe(false);
    expect(isLooser({ max_multiple: 5, daily_loss: '200' }, state())).toBe(true);
    const cooled = state({ cool_off: brake({ losses: 3, minutes: 60 }) });
    expect(isLooser({ cool_off_losses: 3, cool_off_minutes: 30 }, cooled)).toBe(true);
    expect(isLooser({ cool_off_losses: 2, cool_off_minutes: 90 }, cooled)).toBe(false);
    expect(isLooser({ cool_off_losses: 0 }, cooled)).toBe(true);
  });
  test('of a cool-off takes both numbers or none', () => {
    expect(isHalf(drafts)).toBe(false);
    expect(isHalf({ ...drafts, minutes: '5' })).toBe(true);
  });
});
