// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useScrollMemory } from './use-scroll-memory.ts';

/** A page of a height that the test sets, which scrolls no further. */
function page() {
  const grown = new Set<() => void>();
  let longest = 1000;
  const scrollTo = (_x: number, y: number) => vi.stubGlobal('scrollY', Math.min(y, longest));
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('scrollTo', scrollTo);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: () => void;
      constructor(tell: () => void) {
        this.#tell = tell;
      }
      observe = () => grown.add(this.#tell);
      disconnect = () => grown.delete(this.#tell);
    },
  );
  return {
    scroll(y: number) {
      scrollTo(0, y);
      window.dispatchEvent(new Event('scroll'));
    },
    reach(y: number) {
      longest = y;
      scrollTo(0, window.scrollY);
      window.dispatchEvent(new Event('scroll'));
      for (const tell of [...grown]) tell();
    },
  };
}

const visit = () => renderHook(({ entry }) => useScrollMemory(entry), { initialProps: { entry: 1 } });

test('a screen comes back where it was left, even if it was scrolled in the frame that left it', () => {
  const { scroll } = page();
  const { rerender } = visit();
  // Without a scroll event: it would come with the next frame.
  window.scrollTo(0, 300);
  window.dispatchEvent(new PopStateEvent('popstate'));
  rerender({ entry: 2 });
  expect(window.scrollY).toBe(0);
  scroll(0);
  rerender({ entry: 1 });
  expect(window.scrollY).toBe(300);
});

test('a screen that comes back without its rows is scrolled when they are there', () => {
  const { scroll, reach } = page();
  const { rerender } = visit();
  scroll(300);
  rerender({ entry: 2 });
  reach(0);
  rerender({ entry: 1 });
  expect(window.scrollY).toBe(0);
  reach(120);
  expect(window.scrollY).toBe(120);
  // Left again before all of it is there.
  rerender({ entry: 2 });
  rerender({ entry: 1 });
  reach(1000);
  expect(window.scrollY).toBe(300);
  scroll(40);
  reach(2000);
  expect(window.scrollY).toBe(40);
});

test('the user who scrolls before the rows are there is not moved', () => {
  const { scroll, reach } = page();
  const { rerender } = visit();
  scroll(300);
  rerender({ entry: 2 });
  reach(100);
  rerender({ entry: 1 });
  window.dispatchEvent(new Event('pointerdown'));
  scroll(60);
  reach(1000);
  expect(window.scrollY).toBe(60);
});
