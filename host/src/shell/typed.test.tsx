// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followTyped, RELOAD } from './typed.ts';

afterEach(cleanup);
beforeEach(() => sessionStorage.clear());

const PATH = '/pages/user/withdraw?coin=BTC';

/** A form as React controls it: what it shows is its state. */
function Form({ fields, at = PATH }: { fields: readonly Record<string, string>[]; at?: string }) {
  const [values, setValues] = useState<Readonly<Record<number, string>>>({});
  return (
    <div data-at={at}>
      {fields.map((attributes, nth) => (
        <input
          key={nth}
          {...attributes}
          value={values[nth] ?? ''}
          onChange={({ target }) => setValues((before) => ({ ...before, [nth]: target.value }))}
        />
      ))}
      <output>{JSON.stringify(values)}</output>
    </div>
  );
}

const ADDRESS = { name: 'address' };
const AMOUNT = { inputMode: 'decimal' };
const PASSWORD = { type: 'password' };
const CODE = { autoComplete: 'one-time-code' };
const RECOVERY = { autoCapitalize: 'characters' };
const FIELDS = [ADDRESS, AMOUNT, PASSWORD, CODE, RECOVERY];

const shownIn = ({ container }: ReturnType<typeof render>) =>
  JSON.parse(container.querySelector('output')?.textContent ?? '');
const inputs = ({ container }: ReturnType<typeof render>) => [...container.querySelectorAll('input')];

/** Types into each field, and loads the page anew. */
async function loadAfterTyping(): Promise<void> {
  followTyped();
  const page = render(<Form fields={FIELDS} />);
  for (const [nth, field] of inputs(page).entries()) await userEvent.type(field, `typed ${nth}`);
  dispatchEvent(new Event(RELOAD));
  cleanup();
}

test('comes back into its fields, but passwords and codes do not, nor are they stored', async () => {
  await loadAfterTyping();
  expect(sessionStorage.getItem('tessera.host.typed')).not.toMatch(/typed [234]/);
  followTyped();
  const page = render(<Form fields={FIELDS} />);
  await vi.waitFor(() => expect(shownIn(page)).toEqual({ 0: 'typed 0', 1: 'typed 1' }));
  // Once: the next load of the page begins empty.
  expect(sessionStorage.getItem('tessera.host.typed')).toBeNull();
});

test('waits for its screen and its field', async () => {
  await loadAfterTyping();
  followTyped();
  const other = render(<Form fields={FIELDS} at="/" />);
  const page = render(<Form fields={[ADDRESS]} />);
  await vi.waitFor(() => expect(shownIn(page)).toEqual({ 0: 'typed 0' }));
  page.rerender(<Form fields={FIELDS} />);
  await vi.waitFor(() => expect(shownIn(page)).toEqual({ 0: 'typed 0', 1: 'typed 1' }));
  expect(shownIn(other)).toEqual({});
});

test('what the user has typed since stays', async () => {
  await loadAfterTyping();
  const page = render(<Form fields={FIELDS} />);
  await userEvent.type(inputs(page)[0] as Element, 'new');
  followTyped();
  await vi.waitFor(() => expect(shownIn(page)).toEqual({ 0: 'new', 1: 'typed 1' }));
});

test.each(['not JSON', '{"a":1}', 'null'])('storage that holds %s is empty', (text) => {
  sessionStorage.setItem('tessera.host.typed', text);
  expect(followTyped).not.toThrow();
});

// Last: it waits for its field to the end of the page.
test('a field of another kind at its place stays as it is', async () => {
  await loadAfterTyping();
  followTyped();
  const page = render(<Form fields={[{ name: 'tag' }, AMOUNT]} />);
  await vi.waitFor(() => expect(shownIn(page)).toEqual({ 1: 'typed 1' }));
});
