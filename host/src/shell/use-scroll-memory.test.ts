// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useScrollMemory } from './use-scroll-memory.ts';

test('a screen comes back where it was left, even if it was scrolled in the frame that left it', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { rerender } = renderHook(({ entry }) => useScrollMemory(entry), { initialProps: { entry: 1 } });
  vi.stubGlobal('scrollY', 300);
  // Without a scroll event: it would come with the next frame.
  window.dispatchEvent(new PopStateEvent('popstate'));
  rerender({ entry: 2 });
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  vi.stubGlobal('scrollY', 0);
  window.dispatchEvent(new Event('scroll'));
  rerender({ entry: 1 });
  expect(scrollTo).toHaveBeenLastCalledWith(0, 300);
});
