// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useWorld } from './use-world.ts';
import type { World } from './world.ts';

const WORLD: World = { countries: [], at: () => null, extentOf: () => null };

test.each([
  ['the user asks for it', (retry: () => void) => retry()],
  ['the device is online', () => void window.dispatchEvent(new Event('online'))],
])('a map that did not load is loaded again when %s, and told once', async (_, again) => {
  const load = vi.fn<() => Promise<World>>();
  load.mockRejectedValueOnce(new Error('offline')).mockResolvedValue(WORLD);
  const onWorld = vi.fn();
  const { result } = renderHook(() => useWorld(onWorld, load));
  await waitFor(() => expect(result.current.failed).toBe(true));
  expect(result.current.world).toBeNull();
  act(() => again(result.current.retry));
  await waitFor(() => expect(result.current.world).toBe(WORLD));
  expect(result.current.failed).toBe(false);
  window.dispatchEvent(new Event('online'));
  expect([load.mock.calls.length, onWorld.mock.calls.length]).toEqual([2, 1]);
});
