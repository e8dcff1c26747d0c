// @vitest-environment jsdom
import { ApiError } from '@tessera/api';
import { configureApi } from '@tessera/api/host';
import { QueryClient, QueryClientProvider } from '@tessera/query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useUpload } from './queries.ts';

const picture = (name: string) => new File(['x'], name, { type: 'image/png' });
const done = vi.fn();
type Pending = {
  readonly respond: (message: unknown) => void;
  readonly lose: () => void;
  readonly progress: (ratio: number) => void;
  readonly signal: AbortSignal | undefined;
};

/** Uploads in the order in which they started. */
let pending: Pending[];

const ok = (message: string) => ({ type: 'ok', code: 1, message });

beforeEach(() => {
  done.mockReset();
  pending = [];
  configureApi({
    baseUrl: 'http://exchange.test/api',
    token: () => 'token',
    language: () => 'en',
    onSessionInvalid: () => undefined,
    onVerificationRequired: () => undefined,
    onBusy: () => undefined,
    transmit: (_, { onProgress, signal }) =>
      new Promise((resolve, reject) =>
        pending.push({
          respond: (envelope) => resolve({ status: 200, headers: new Headers(), body: JSON.stringify(envelope) }),
          lose: () => reject(new ApiError('network', 'The server could not be reached')),
          progress: onProgress,
          signal,
        }),
      ),
  });
});

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
  await waitFor(() => expect(pending).toHaveLength(1));
  pending[0]?.respond(ok('/a'));
  await waitFor(() => expect(done).toHaveBeenCalledExactlyOnceWith('/a'));
  await waitFor(() => expect(upload.current.busy).toBe(false));
});

test('of a replaced picture returns nothing, whichever response arrives first', async () => {
  const upload = start();
  act(() => upload.current.run(picture('a.png')));
  act(() => upload.current.run(picture('b.png')));
  await waitFor(() => expect(pending).toHaveLength(2));
  pending[1]?.respond(ok('/b'));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  pending[0]?.respond(ok('/a'));
  await waitFor(() => expect(upload.current.busy).toBe(false));
  expect(done.mock.calls).toEqual([['/b']]);
});

test('of a dropped upload nothing is handed over', async () => {
  const upload = start();
  act(() => upload.current.run(picture('a.png')));
  await waitFor(() => expect(pending).toHaveLength(1));
  act(() => upload.current.drop());
  await waitFor(() => expect(upload.current.busy).toBe(false));
  pending[0]?.respond(ok('/a'));
  act(() => upload.current.run(picture('b.png')));
  await waitFor(() => expect(pending).toHaveLength(2));
  pending[1]?.respond(ok('/b'));
  await waitFor(() => expect(done.mock.calls).toEqual([['/b']]));
});

test('a replaced or dropped upload is cut off', async () => {
  const upload = start();
  act(() => upload.current.run(picture('a.png')));
  await waitFor(() => expect(pending).toHaveLength(1));
  act(() => upload.current.run(picture('b.png')));
  await waitFor(() => expect(pending).toHaveLength(2));
  expect(pending.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  act(() => upload.current.drop());
  expect(pending[1]?.signal?.aborted).toBe(true);
});

test('it is known how far the upload is, and the next one begins at nothing', async () => {
  const upload = start();
  act(() => upload.current.run(picture('a.png')));
  await waitFor(() => expect(pending).toHaveLength(1));
  act(() => pending[0]?.progress(0.4));
  expect(upload.current.progress).toBe(0.4);
  act(() => upload.current.run(picture('b.png')));
  await waitFor(() => expect(pending).toHaveLength(2));
  act(() => pending[0]?.progress(0.9));
  expect(upload.current.progress).toBe(0);
});

test('a failed upload says why, and is sent again without picking the file anew', async () => {
  const upload = start();
  act(() => upload.current.run(picture('a.png')));
  await waitFor(() => expect(pending).toHaveLength(1));
  pending[0]?.respond({ type: 'error', code: 0, error: 'upload_quota', message: 'Too many pictures today' });
  await waitFor(() => expect(upload.current.problem).toBe('Too many pictures today'));
  act(() => upload.current.retry());
  await waitFor(() => expect(pending).toHaveLength(2));
  expect(upload.current.problem).toBeNull();
  pending[1]?.lose();
  await waitFor(() => expect(upload.current.problem).not.toBeNull());
  act(() => upload.current.retry());
  await waitFor(() => expect(pending).toHaveLength(3));
  pending[2]?.respond(ok('/a'));
  await waitFor(() => expect(done.mock.calls).toEqual([['/a']]));
  expect(upload.current.problem).toBeNull();
});
