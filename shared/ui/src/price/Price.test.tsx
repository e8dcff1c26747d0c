// @vitest-environment jsdom
import '../testing/english.ts';
import { render } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { Change } from './Change.tsx';
import { Price } from './Price.tsx';

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});

const change = (ratio: string) => render(<Change ratio={ratio} />).container;

test('a change has sign and arrow, a flat one neither', () => {
  const rising = change('0.0123');
  expect(rising.textContent).toBe('+1.23%');
  expect(rising.querySelector('svg')).not.toBeNull();
  const flat = change('0.000001');
  expect(flat.textContent).toBe('0.00%');
  expect(flat.querySelector('svg')).toBeNull();
});

test('a live price shows the direction of its last change', () => {
  const { container, rerender } = render(<Price value="100" tick="0.01" lively />);
  const move = () => container.querySelector('[data-move]')?.getAttribute('data-move') ?? null;
  expect(move()).toBeNull();
  rerender(<Price value="100.01" tick="0.01" lively />);
  expect([container.textContent, move()]).toEqual(['100.01', 'up']);
  rerender(<Price value="100.01" tick="0.01" lively />);
  expect(move()).toBe('up');
  rerender(<Price value="99.5" tick="0.01" lively />);
  expect([container.textContent, move()]).toEqual(['99.50', 'down']);
});

test('a tick tints a price for 300 ms, once a second at most, and only where motion is welcome', () => {
  vi.useFakeTimers();
  const { container, rerender } = render(<Price value="1" tick="1" />);
  const tint = () => container.querySelector('[data-tint]')?.getAttribute('data-tint') ?? null;
  rerender(<Price value="2" tick="1" />);
  expect(tint()).toBeNull();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  rerender(<Price value="3" tick="1" />);
  expect(tint()).toBe('up');
  vi.advanceTimersByTime(299);
  expect(tint()).toBe('up');
  vi.advanceTimersByTime(1);
  expect(tint()).toBeNull();
  rerender(<Price value="2" tick="1" />);
  expect(tint()).toBeNull();
  vi.advanceTimersByTime(700);
  rerender(<Price value="1" tick="1" />);
  expect(tint()).toBe('down');
  vi.useRealTimers();
});
