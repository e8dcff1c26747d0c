// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { bothOf } from './both-of.ts';
import { Loaded, type LoadedQuery } from './Loaded.tsx';
import { Settled } from './Settled.tsx';

const query = (state: Partial<LoadedQuery<string>>): LoadedQuery<string> => ({
  data: undefined,
  error: null,
  isFetching: false,
  refetch: () => undefined,
  ...state,
});
const show = (state: Partial<LoadedQuery<string>>) =>
  render(
    <Loaded query={query(state)} waiting={<p>waiting</p>} title="No limits">
      {(data) => <p>{`read: ${data}`}</p>}
    </Loaded>,
  );

test('before anything is read the skeleton stands', () => {
  show({ isFetching: true });
  expect(screen.getByText('waiting')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failure names itself and is read again, once at a time', async () => {
  const refetch = vi.fn();
  const { unmount } = show({ error: new Error('network'), refetch });
  expect(screen.getByRole('alert').textContent).toContain('No limits');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledTimes(1);
  unmount();
  show({ error: new Error('network'), isFetching: true, refetch });
  const retry = screen.getByRole('button', { name: 'Try again' });
  expect(retry.getAttribute('aria-busy')).toBe('true');
  await userEvent.click(retry);
  expect(refetch).toHaveBeenCalledTimes(1);
});

test('what was read stays when a later read fails', () => {
  show({ data: 'limits', error: new Error('network') });
  expect(screen.getByText('read: limits')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('without children only the states before the data are shown', () => {
  const { container } = render(<Loaded query={query({ data: 'limits' })} />);
  expect(container.textContent).toBe('');
});

test.each([
  ['it is read', { isFetching: true }, 'waiting'],
  ['it waits for a network', { isPaused: true }, 'waiting'],
  ['it was read', { data: 'limits' }, 'read: limits'],
  ['it is read again', { data: 'limits', isFetching: true }, 'read: limits'],
  ['it failed', { error: new Error('network') }, 'read: undefined'],
  ['it is read again after a failure', { error: new Error('network'), isFetching: true }, 'read: undefined'],
  ['it is not asked', {}, 'read: undefined'],
])('of a query that can be missing, while %s', (_, state, text) => {
  render(
    <Settled query={{ ...query({}), isPaused: false, ...state }} waiting={<p>waiting</p>}>
      {(data) => <p>{`read: ${data}`}</p>}
    </Settled>,
  );
  expect(screen.getByText(text)).toBeTruthy();
});

test('two queries are one: both are awaited, and what failed is read again alone', () => {
  const read = query({ data: 'limits', error: new Error('later'), isFetching: true, refetch: vi.fn() });
  const failed = query({ error: new Error('network'), refetch: vi.fn() });
  expect(bothOf(read, read)).toMatchObject({ data: ['limits', 'limits'], error: null, isFetching: false });
  expect(bothOf(read, query({ isFetching: true }))).toMatchObject({ data: undefined, error: null });
  const both = bothOf(read, failed);
  expect(both).toMatchObject({ data: undefined, error: failed.error, isFetching: false });
  both.refetch();
  expect(failed.refetch).toHaveBeenCalledTimes(1);
  expect(read.refetch).not.toHaveBeenCalled();
});
