// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { optionalPart } from './optional-part.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const Sound = ({ name }: { readonly name: string }) => <p>part {name}</p>;
const Broken = (): never => {
  throw new Error('broken');
};

/** Parts that are loaded one after the other; `null` is one that cannot be fetched. */
function partOf(...loads: (typeof Sound | null)[]) {
  return optionalPart(
    async () => {
      const next = loads.shift();
      if (!next) throw new Error('ChunkLoadError');
      return { default: next };
    },
    <p>waiting</p>,
  );
}
const page = (Part: ReturnType<typeof partOf>) => render(<main>page {<Part name="a" />}</main>);

test('is shown when it is there', async () => {
  page(partOf(Sound));
  expect(screen.getByText('waiting')).toBeTruthy();
  expect(await screen.findByText('part a')).toBeTruthy();
});

test.each([
  ['cannot be fetched', null],
  ['throws', Broken],
])('one that %s is left out of the page, and fetched anew with the next one', async (_what, bad) => {
  const Part = partOf(bad, Sound);
  page(Part);
  await vi.waitFor(() => expect(screen.queryByText('waiting')).toBeNull());
  expect(screen.getByText('page')).toBeTruthy();
  cleanup();
  page(Part);
  expect(await screen.findByText('part a')).toBeTruthy();
});
