import { expect, test, vi } from 'vitest';
import { DomainError } from '../src/platform/http/domain-error.ts';
import { stepMarket } from './step-market.ts';

const pause = async () => undefined as never;

test('a step that a reload of the market ends is made by its next tenure', async () => {
  const turn = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new DomainError('service_unavailable'))
    .mockResolvedValue(undefined);
  // Freed, and not taken again before the third attempt.
  const holds = vi.fn<() => boolean>().mockReturnValueOnce(false).mockReturnValue(true);
  await stepMarket({ turn, holds }, pause);
  expect([turn.mock.calls.length, holds.mock.calls.length]).toEqual([3, 2]);
});

test('what else a step fails with is not tried again, and a market that is never held is an error', async () => {
  const turn = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('no such table'));
  await expect(stepMarket({ turn, holds: () => true }, pause)).rejects.toThrow('no such table');
  expect(turn).toHaveBeenCalledOnce();
  await expect(stepMarket({ turn: async () => undefined, holds: () => false }, pause)).rejects.toThrow('made no step');
});
