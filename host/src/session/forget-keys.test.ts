import { bus } from '@tessera/bus/host';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetKeys } from './forget-keys.ts';

const forgotten = vi.hoisted(() => vi.fn<(token: string) => Promise<void>>());
vi.mock('@tessera/api/kit/forget-key', () => ({ forgetKey: forgotten }));

let token: string | null;
beforeEach(() => {
  forgotten.mockReset().mockResolvedValue();
  token = null;
});

const become = (next: string | null): void => {
  token = next;
  bus.emit('session', null);
};

test('the key of a session goes when the session is over in this browser, and no other key', () => {
  token = 'first';
  const stop = forgetKeys(() => token);
  become('first');
  expect(forgotten).not.toHaveBeenCalled();
  become(null);
  become('second');
  become('third');
  become(null);
  expect(forgotten.mock.calls).toEqual([['first'], ['second'], ['third']]);
  stop();
  become('fourth');
  become(null);
  expect(forgotten).toHaveBeenCalledTimes(3);
});

test('one that cannot be deleted is reported', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  forgotten.mockRejectedValue(new Error('a private window'));
  token = 'first';
  const stop = forgetKeys(() => token);
  become(null);
  await vi.waitFor(() => expect(warned).toHaveBeenCalled());
  stop();
});
