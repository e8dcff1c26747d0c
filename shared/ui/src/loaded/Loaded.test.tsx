// @vitest-environment jsdom
import '../testing/english.ts';
import { QueryClient, QueryClientProvider, useQuery } from '@tessera/query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
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

/** Answers of a query, each given by the test. */
function queries() {
  const answers: { give: (text: string) => void; fail: (error: Error) => void }[] = [];
  const read = () => new Promise<string>((give, fail) => answers.push({ give, fail }));
  const answer = async (act: (last: (typeof answers)[number]) => void) => {
    await waitFor(() => expect(answers.length).toBeGreaterThan(0));
    act(answers.pop() as (typeof answers)[number]);
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const shown = (node: ReactNode) => render(<QueryClientProvider client={client}>{node}</QueryClientProvider>);
  return { client, read, answer, shown };
}

test('what can be missing waits for its first answer alone: what is typed stays while it is read again', async () => {
  const { client, read, answer, shown } = queries();
  const Form = () => (
    <Settled query={useQuery({ queryKey: ['can be missing'], queryFn: read })} waiting={<p>waiting</p>}>
      {(data) => <input aria-label={`read: ${data}`} />}
    </Settled>
  );
  shown(<Form />);
  expect(screen.getByText('waiting')).toBeTruthy();
  await answer(({ fail }) => fail(new Error('network')));
  await userEvent.type(await screen.findByLabelText('read: undefined'), 'typed');
  act(() => void client.refetchQueries());
  await waitFor(() => expect(client.isFetching()).toBe(1));
  expect(screen.getByDisplayValue('typed')).toBeTruthy();
  await answer(({ give }) => give('limits'));
  expect((await screen.findByLabelText('read: limits')).matches('input')).toBe(true);
  expect(screen.getByDisplayValue('typed')).toBeTruthy();
});

test('what is not asked does not wait', () => {
  const { read, shown } = queries();
  const Form = () => (
    <Settled query={useQuery({ queryKey: ['not asked'], queryFn: read, enabled: false })} waiting={<p>waiting</p>}>
      {(data) => <p>{`read: ${data}`}</p>}
    </Settled>
  );
  shown(<Form />);
  expect(screen.getByText('read: undefined')).toBeTruthy();
});

test('a failure stays, busy, while it is read again', async () => {
  const { read, answer, shown } = queries();
  const Screen = () => (
    <Loaded query={useQuery({ queryKey: ['retried'], queryFn: read })} waiting={<p>waiting</p>}>
      {(data) => <p>{`read: ${data}`}</p>}
    </Loaded>
  );
  shown(<Screen />);
  await answer(({ fail }) => fail(new Error('network')));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  await userEvent.click(retry);
  await waitFor(() => expect(retry.getAttribute('aria-busy')).toBe('true'));
  expect(retry.isConnected).toBe(true);
  await answer(({ give }) => give('limits'));
  expect(await screen.findByText('read: limits')).toBeTruthy();
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
