// @vitest-environment jsdom
import { configureApi } from '@tessera/api';
import { bus } from '@tessera/bus';
import { QueryClient, QueryClientProvider } from '@tessera/query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useUpload } from './queries.ts';

const picture = (name: string) => new File(['x'], name, { type: 'image/png' });
const done = vi.fn();
/** Completes the pending uploads in the order in which they started. */
let respond: ((message: unknown) => void)[];

const ok = (message: string) => ({ type: 'ok', code: 1, message });

beforeEach(() => {
  done.mockReset();
  respond = [];
  configureApi({
    baseUrl: 'http://exchange.test/api',
    token: () => 'token',
    language: () => 'en',
    onSessionInvalid: () => undefined,
    onVerificationRequired: () => undefined,
    onBusy: () => undefined,
    fetch: () => new Promise((resolve) => respond.push((envelope) => resolve(new Response(JSON.stringify(envelope))))),
  });
});
afterEach(cleanup);

function start() {
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useUpload(done), { wrapper }).result;
}

test('hands over where the picture is', async () => {
  const upload = start();
  act(() => upload.current.run(picture('a.png')));
  await waitFor(() => expect(upload.current.busy).toBe(true));
  await waitFor(() => expect(respond).toHaveLength(1));
  respond[0]?.(ok('/a'));
  await waitFor(() => expect(done).toHaveBeenCalledExactlyOnceWith('/a'));
  await waitFor(() => expect(upload.current.busy).toBe(false));
});

test('of a replaced picture returns nothing, whichever response arrives first', async () => {
  const upload = start();
  act(() => upload.current.run(picture('a.png')));
  act(() => upload.current.run(picture('b.png')));
  await waitFor(() => expect(respond).toHaveLength(2));
  respond[1]?.(ok('/b'));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  respond[0]?.(ok('/a'));
  await waitFor(() => expect(upload.current.busy).toBe(false));
  expect(done.mock.calls).toEqual([['/b']]);
});

test('of a dropped upload nothing is handed over', async () => {
  const upload = start();
  act(() => upload.current.run(picture('a.png')));
  await waitFor(() => expect(respond).toHaveLength(1));
  act(() => upload.current.drop());
  await waitFor(() => expect(upload.current.busy).toBe(false));
  respond[0]?.(ok('/a'));
  act(() => upload.current.run(picture('b.png')));
  await waitFor(() => expect(respond).toHaveLength(2));
  respond[1]?.(ok('/b'));
  await waitFor(() => expect(done.mock.calls).toEqual([['/b']]));
});

test('a rejection is shown in a toast', async () => {
  const toasted = vi.fn();
  const stop = bus.on('toast', toasted);
  const upload = start();
  act(() => upload.current.run(picture('a.png')));
  await waitFor(() => expect(respond).toHaveLength(1));
  respond[0]?.({ type: 'error', code: 0, error: 'upload_too_large', message: 'The image is too large' });
  await waitFor(() => expect(toasted.mock.calls).toEqual([[{ text: 'The image is too large', tone: 'error' }]]));
  stop();
  expect(done).not.toHaveBeenCalled();
});
