// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DetailSheet } from './DetailSheet.tsx';

function Records() {
  const [opened, open] = useState<string | null>(null);
  return (
    <>
      {['Deposit', 'Fee'].map((name) => (
        <button key={name} type="button" onClick={() => open(name)}>
          {name}
        </button>
      ))}
      <DetailSheet open={opened !== null} onClose={() => open(null)} title="Details">
        Record of {opened}
      </DetailSheet>
    </>
  );
}

const user = userEvent.setup();
const inList = () =>
  render(
    <div data-wide="list">
      <Records />
    </div>,
  );
const detail = () => screen.getByRole('region', { name: 'Details' });
const choose = (name: string) => user.click(screen.getByRole('button', { name }));
const isWide = (wide: boolean) =>
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: wide }));

beforeEach(() => isWide(true));
afterEach(() => void vi.unstubAllGlobals());

test('beside its list a detail leaves the list in use: another row replaces it', async () => {
  inList();
  await choose('Deposit');
  expect(detail().textContent).toContain('Record of Deposit');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Details' }));
  await choose('Fee');
  expect(detail().textContent).toContain('Record of Fee');
});

test('its button and Escape close it, and the focus is where it was', async () => {
  inList();
  await choose('Fee');
  await user.click(within(detail()).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Fee' }));
  await choose('Deposit');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region')).toBeNull();
});

test('on a phone, and outside of a list, it is a sheet', async () => {
  isWide(false);
  const { unmount } = inList();
  await choose('Fee');
  expect(screen.getByRole('dialog', { name: 'Details' }).textContent).toContain('Record of Fee');
  unmount();
  isWide(true);
  render(<Records />);
  await choose('Fee');
  expect(screen.getByRole('dialog', { name: 'Details' })).toBeTruthy();
});
