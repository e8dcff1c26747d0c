import { expect, test, vi } from 'vitest';
import { createBus } from '../../bus/src/bus.ts';
import { connectWhenLoaded } from './connect-when-loaded.ts';
import { createSubscriptions } from './subscriptions.ts';

const options = { url: 'ws://127.0.0.1/realtime', token: () => null, now: () => 5 };

test('a connection whose code does not load is offline and opens once the code loads', async () => {
  const bus = createBus();
  const parts = { bus, subscriptions: createSubscriptions(), receive: vi.fn() };
  const states: string[] = [];
  bus.on('realtime', ({ status }) => void states.push(status));
  const connect = vi.fn(() => ({ close: vi.fn() }));
  const load = vi.fn().mockRejectedValueOnce(new Error('no network')).mockRejectedValueOnce(new Error('no network'));
  load.mockResolvedValue({ connect });
  const delays: number[] = [];
  connectWhenLoaded(load, options, parts, (action, delay) => {
    delays.push(delay);
    action();
  });
  await vi.waitFor(() => expect(connect).toHaveBeenCalledOnce(), 10_000);
  expect(connect).toHaveBeenCalledWith(options, parts);
  expect(delays).toEqual([3_000, 6_000]);
  expect(states).toEqual(['connecting', 'offline']);
});
