// @vitest-environment jsdom
import '../testing/federation.ts';
import { bus } from '@tessera/bus/host';
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BROKE, followTyped, RELOAD } from './typed.ts';

const user = (uid: string) => ({
  user: { uid, accountName: uid, nickname: uid, avatar: null, verificationLevel: 0 as const, hasPayPassword: false },
});

const ends: Array<() => void> = [];
const start = () => ends.push(followTyped());
const end = () => {
  for (const each of ends.splice(0)) each();
};

afterEach(() => {
  end();
  vi.restoreAllMocks();
});
beforeEach(() => {
  sessionStorage.clear();
  bus.emit('session', null);
});

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
  start();
  const page = render(<Form fields={FIELDS} />);
  for (const [nth, field] of inputs(page).entries()) await userEvent.type(field, `typed ${nth}`);
  dispatchEvent(new Event(RELOAD));
  cleanup();
  end();
}

test('comes back into its fields, but passwords and codes do not, nor are they stored', async () => {
  await loadAfterTyping();
  expect(sessionStorage.getItem('tessera.host.typed')).not.toMatch(/typed [234]/);
  start();
  const page = render(<Form fields={FIELDS} />);
  await vi.waitFor(() => expect(shownIn(page)).toEqual({ 0: 'typed 0', 1: 'typed 1' }));
  // Once: the next load of the page begins empty.
  expect(sessionStorage.getItem('tessera.host.typed')).toBeNull();
});

test('waits for its screen and its field', async () => {
  await loadAfterTyping();
  start();
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
  start();
  await vi.waitFor(() => expect(shownIn(page)).toEqual({ 0: 'new', 1: 'typed 1' }));
});

test.each(['not JSON', '{"a":1}', 'null'])('storage that holds %s is empty', (text) => {
  sessionStorage.setItem('tessera.host.typed', text);
  expect(start).not.toThrow();
});

/** Screens in which each field was typed into, of which a tool breaks the first. */
async function breakAfterTyping(...paths: readonly string[]): Promise<void> {
  start();
  const pages = paths.map((at) => render(<Form fields={[ADDRESS]} at={at} />));
  for (const page of pages) await userEvent.type(inputs(page)[0] as Element, 'typed');
  dispatchEvent(new CustomEvent(BROKE, { detail: new DOMException('moved', 'NotFoundError') }));
  pages[0]?.unmount();
  await Promise.resolve();
  cleanup();
}

/** What a screen shows once what waits for it had its time. */
async function shownAt(at: string) {
  const page = render(<Form fields={[ADDRESS]} at={at} />);
  await new Promise((done) => setTimeout(done));
  return shownIn(page);
}

test('of a screen that broke comes back what was typed into it, and nothing of another screen', async () => {
  await breakAfterTyping(PATH, '/other');
  expect(await shownAt('/other')).toEqual({});
  expect(await shownAt(PATH)).toEqual({ 0: 'typed' });
});

test('what waits for a screen that broke is dropped after a minute', async () => {
  await breakAfterTyping(PATH);
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 60_001);
  expect(await shownAt(PATH)).toEqual({});
});

test.each([
  ['that broke', () => breakAfterTyping(PATH)],
  ['that was loaded anew', loadAfterTyping],
])('what was typed into a screen %s never comes back to another user, nor after a log-out', async (_, type) => {
  bus.emit('session', user('1'));
  await type();
  start();
  bus.emit('session', user('2'));
  expect(await shownAt(PATH)).toEqual({});
  cleanup();
  bus.emit('session', user('1'));
  expect(await shownAt(PATH)).toEqual({});
});

test('what one user typed into a screen that is still there is not kept for the next one', async () => {
  bus.emit('session', user('1'));
  start();
  const page = render(<Form fields={[ADDRESS]} />);
  await userEvent.type(inputs(page)[0] as Element, 'typed');
  bus.emit('session', user('2'));
  dispatchEvent(new Event(RELOAD));
  expect(sessionStorage.getItem('tessera.host.typed')).not.toContain('"value":"typed"');
});

test('a field of another kind at its place stays as it is', async () => {
  await loadAfterTyping();
  start();
  const page = render(<Form fields={[{ name: 'tag' }, AMOUNT]} />);
  await vi.waitFor(() => expect(shownIn(page)).toEqual({ 1: 'typed 1' }));
});
