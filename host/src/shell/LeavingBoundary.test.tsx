// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LeavingBoundary } from './LeavingBoundary.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function ThrowsWhenLeft() {
  useEffect(() => () => {
    throw new Error('left');
  });
  return <p>first</p>;
}

function ThrowsAtOnce(): never {
  throw new Error('shown');
}

function Outlet({ page, onBroken }: { page: 'leaving' | 'sound' | 'broken'; onBroken: () => void }) {
  const Page = { leaving: ThrowsWhenLeft, sound: () => <p>second</p>, broken: ThrowsAtOnce }[page];
  return (
    <main>
      <nav>bar</nav>
      <LeavingBoundary>
        <div key={page}>
          <ScreenBoundary onBroken={onBroken}>
            <Page />
          </ScreenBoundary>
        </div>
      </LeavingBoundary>
    </main>
  );
}

test('a screen that throws when it is left is replaced by the next one, repeatedly', () => {
  const onBroken = vi.fn();
  const { rerender } = render(<Outlet page="sound" onBroken={onBroken} />);
  for (let visit = 0; visit < 3; visit += 1) {
    rerender(<Outlet page="leaving" onBroken={onBroken} />);
    expect(screen.getByText('first')).toBeTruthy();
    rerender(<Outlet page="sound" onBroken={onBroken} />);
    expect(screen.getByText('second')).toBeTruthy();
    expect(screen.queryByText('first')).toBeNull();
    expect(screen.getByText('bar')).toBeTruthy();
  }
  expect(onBroken).not.toHaveBeenCalled();
});

test('an error while shown still reaches its own boundary, after an error on leaving', () => {
  const onBroken = vi.fn();
  const { rerender } = render(<Outlet page="leaving" onBroken={onBroken} />);
  rerender(<Outlet page="broken" onBroken={onBroken} />);
  expect(onBroken).toHaveBeenCalled();
  expect(screen.getByText('bar')).toBeTruthy();
});
