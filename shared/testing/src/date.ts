import { afterEach, beforeEach, vi } from 'vitest';

/**
 * The date stands still in each test of this file; timers run. A price that a fixture dates now would else be too old for
 * an order where a busy machine takes seconds to type one.
 */
export function holdDate(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
  afterEach(() => void vi.useRealTimers());
}
