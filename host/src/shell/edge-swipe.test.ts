// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followEdgeSwipe } from './edge-swipe.ts';

const WIDTH = 390;
let element: HTMLElement;
const back = vi.fn();

beforeEach(() => {
  document.body.innerHTML = '<main><div data-shown></div></main>';
  element = document.querySelector('main') as HTMLElement;
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue({ left: 0, right: WIDTH } as DOMRect);
  Object.defineProperty(element, 'clientWidth', { value: WIDTH });
  followEdgeSwipe(element, { canGoBack: () => true, back });
});
afterEach(() => {
  vi.restoreAllMocks();
  back.mockClear();
});

const touch = (type: string, clientX: number) => {
  const touches = [{ clientX, clientY: 300 }];
  element.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { touches, changedTouches: touches }));
};
const swipe = (from: number, to: number) => {
  touch('touchstart', from);
  touch('touchmove', (from + to) / 2);
  const moved = element.querySelector<HTMLElement>('[data-shown]')?.style.getPropertyValue('translate');
  touch('touchend', to);
  return moved;
};

test.each([
  ['ltr', 5, 300, '147.5px'],
  ['rtl', WIDTH - 5, WIDTH - 300, '-147.5px'],
])('in %s a swipe from the edge at which lines begin goes back, and the screen follows', (dir, from, to, moved) => {
  element.style.direction = dir;
  expect(swipe(from, to)).toBe(moved);
  expect(back).toHaveBeenCalledOnce();
});

test.each([
  ['ltr', WIDTH - 5, WIDTH - 300],
  ['rtl', 5, 300],
  ['ltr', 5, 60],
  ['rtl', WIDTH - 5, WIDTH - 60],
])('in %s a swipe from %i to %i does not', (dir, from, to) => {
  element.style.direction = dir;
  swipe(from, to);
  expect(back).not.toHaveBeenCalled();
});
