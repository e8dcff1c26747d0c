// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useWide } from './use-wide.ts';

/** A browser whose width changes. */
function browser(first: number) {
  let width = first;
  const lists: EventTarget[] = [];
  vi.stubGlobal('matchMedia', (query: string) => {
    const least = Number(/(\d+)px/.exec(query)?.[1]);
    const list = Object.defineProperty(new EventTarget(), 'matches', { get: () => width >= least });
    lists.push(list);
    return list;
  });
  return (next: number) =>
    act(() => {
      width = next;
      for (const list of lists) list.dispatchEvent(new Event('change'));
    });
}

function Width() {
  const [tablet, desk] = [useWide(), useWide('desk')];
  return <p>{desk ? 'desk' : tablet ? 'tablet' : 'phone'}</p>;
}
const shown = () => screen.getByRole('paragraph').textContent;

afterEach(() => void vi.unstubAllGlobals());

test('the page is a phone, a tablet or a desk, and follows its width', () => {
  const resize = browser(767);
  render(<Width />);
  expect(shown()).toBe('phone');
  resize(768);
  expect(shown()).toBe('tablet');
  resize(1099);
  expect(shown()).toBe('tablet');
  resize(1100);
  expect(shown()).toBe('desk');
  resize(390);
  expect(shown()).toBe('phone');
});

test('a browser that cannot tell its width is a phone', () => {
  vi.stubGlobal('matchMedia', undefined);
  render(<Width />);
  expect(shown()).toBe('phone');
});
