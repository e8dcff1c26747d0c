// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { surviveTranslation } from './survive-translation.ts';

let end: () => void;
beforeEach(() => {
  end = surviveTranslation();
});
afterEach(() => {
  end();
});

const standInFor = (words: string): HTMLElement => {
  const outer = document.createElement('font');
  outer.appendChild(document.createElement('font')).textContent = words;
  return outer;
};

/** How translators put their words in the place of a text. */
const WAYS = {
  'in one step': (text: Text) => text.replaceWith(standInFor(`[${text.data}]`)),
  'before it, then without it': (text: Text) => {
    text.before(standInFor(`[${text.data}]`));
    text.remove();
  },
  'behind it, then without it': (text: Text) => {
    text.after(standInFor(`[${text.data}]`));
    text.remove();
  },
} as const;

function translate(way: (text: Text) => void): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
  for (const text of texts) if (text.data.trim()) way(text);
}

let tick: (price: string) => void;
let show: (open: boolean) => void;

function Screen() {
  const [price, setPrice] = useState('100');
  const [open, setOpen] = useState(true);
  const [typed, type] = useState('');
  tick = setPrice;
  show = setOpen;
  return (
    <main>
      <p data-testid="price">
        Last {price} USDT {open && 'open'}
      </p>
      {open ? <section>Market is {price}</section> : 'Closed'}
      {open && 'A note'}
      <label>
        Amount <input value={typed} onChange={(event) => type(event.target.value)} />
      </label>
    </main>
  );
}

const settled = () => act(() => new Promise<void>((done) => setTimeout(done)));

test.each(Object.entries(WAYS))(
  'a screen whose texts were replaced %s goes on, live and with what was typed',
  async (_, way) => {
    render(<Screen />);
    const user = userEvent.setup();
    await user.type(screen.getByRole('textbox'), '12');
    translate(way);
    await settled();
    act(() => tick('101'));
    await settled();
    expect(screen.getByTestId('price').textContent).toContain('101');
    expect(screen.getByTestId('price').textContent).not.toContain('100');
    act(() => show(false));
    await settled();
    expect(document.body.textContent).toContain('Closed');
    expect(document.body.textContent).not.toContain('A note');
    expect(document.body.textContent).not.toContain('open');
    act(() => show(true));
    translate(way);
    await settled();
    act(() => tick('102'));
    await settled();
    expect(screen.getByTestId('price').textContent).toContain('102');
    expect(screen.getByRole('textbox')).toHaveProperty('value', '12');
    cleanup();
    expect(document.body.textContent?.trim()).toBe('');
  },
);

test('texts that a translator took together give way together', async () => {
  render(<Screen />);
  const line = screen.getByTestId('price');
  const [first, ...others] = [...line.childNodes] as Text[];
  first?.replaceWith(standInFor('all of it'));
  for (const text of others) text.remove();
  await settled();
  act(() => tick('101'));
  await settled();
  expect(line.textContent).toBe('Last 101 USDT open');
});

test('a translator that works while React does is met as well', () => {
  render(<Screen />);
  translate(WAYS['in one step']);
  // Without a task in between: the observer was not called yet.
  act(() => show(false));
  expect(document.body.textContent).toContain('Closed');
});

test('without a translator a mistake stays one', () => {
  const [one, other] = [document.createElement('p'), document.createElement('p')];
  expect(() => one.removeChild(other)).toThrow();
  expect(() => one.insertBefore(document.createElement('b'), other)).toThrow();
});
