// @vitest-environment jsdom
import '../testing/english.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchInput } from './SearchInput.tsx';
import { useSearchText } from './use-search-text.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

function Search() {
  const { query, input } = useSearchText();
  return (
    <>
      <SearchInput label="Symbol" {...input} />
      <output>{query}</output>
    </>
  );
}

const type = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } });
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const query = () => screen.getByRole('status').textContent;

test('a text is searched for after 500 ms without a change, at once with Enter, and cleared at once', () => {
  render(<Search />);
  type('bt');
  wait(499);
  type('btc ');
  wait(499);
  expect(query()).toBe('');
  wait(1);
  expect(query()).toBe('btc');
  type('eth');
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });
  expect(query()).toBe('eth');
  type('');
  expect(query()).toBe('');
});
