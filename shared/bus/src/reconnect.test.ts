import { expect, it, vi } from 'vitest';
import type { RealtimeState } from './events.ts';
import { bus } from './host.ts';
import { onReconnect } from './reconnect.ts';

it.each<[string, readonly RealtimeState['status'][], number]>([
  ['the first connection', ['connecting', 'open'], 0],
  ['a state that repeats', ['open', 'open'], 0],
  ['a connection that was lost', ['open', 'offline', 'open'], 1],
  ['one that took several attempts', ['open', 'offline', 'connecting', 'offline', 'connecting', 'open'], 1],
  ['two losses', ['open', 'offline', 'open', 'offline', 'connecting', 'open', 'open'], 2],
])('after %s, missed data is fetched once per reconnect', (_, states, times) => {
  const listener = vi.fn();
  const stop = onReconnect(listener);
  for (const status of states) bus.emit('realtime', { status, since: 0 });
  stop();
  expect(listener).toHaveBeenCalledTimes(times);
});

it('stops', () => {
  const listener = vi.fn();
  onReconnect(listener)();
  for (const status of ['offline', 'open'] as const) bus.emit('realtime', { status, since: 0 });
  expect(listener).not.toHaveBeenCalled();
});
