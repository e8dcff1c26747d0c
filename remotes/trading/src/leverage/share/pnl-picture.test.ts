// @vitest-environment jsdom
import { beforeAll, expect, test, vi } from 'vitest';
import { drawPnlPicture, PICTURE_SIZE, type PnlPicture, pictureFile } from './pnl-picture.ts';

const colors = {
  ground: 'ground',
  surface: 'surface',
  strong: 'strong',
  weak: 'weak',
  accent: 'accent',
  up: 'up',
  down: 'down',
  qrGround: 'white',
  qrInk: 'black',
  font: 'sans-serif',
};

const picture: PnlPicture = {
  brand: 'Tessera',
  symbol: 'BTC/USDT-PERP',
  direction: 'Short 20×',
  tone: 'down',
  roe: '+116.39%',
  profit: '+355.00 USDT',
  gain: true,
  figures: [{ label: 'Entry price', value: '61,000.0' }],
  when: '2026/11/20 15:00:00',
  code: { size: 25, path: 'M0 0h1v1h-1z' },
  invitation: 'Trade with me on Tessera',
  invitationCode: 'Invitation code 4JW3Q2YL',
};

beforeAll(() => {
  // jsdom draws nothing.
  vi.stubGlobal(
    'Path2D',
    class {
      readonly path: string;
      constructor(path: string) {
        this.path = path;
      }
    },
  );
});

/** A context that keeps what is written and filled; every letter is half as wide as it is high. */
function recorder() {
  const texts: { text: string; color: unknown; x: number; y: number; size: number; end: number }[] = [];
  const paths: string[] = [];
  const state = { font: '', fillStyle: '' as unknown, globalAlpha: 1, textAlign: 'start' };
  const sizeOf = () => Number(/(\d+)px/.exec(state.font)?.[1]);
  const context = Object.assign(state, {
    measureText: (text: string) => ({ width: (text.length * sizeOf()) / 2 }),
    fillText(text: string, x: number, y: number) {
      const width = (text.length * sizeOf()) / 2;
      texts.push({
        text,
        color: state.fillStyle,
        x,
        y,
        size: sizeOf(),
        end: state.textAlign === 'end' ? x : x + width,
      });
    },
    fill: (path: { path: string }) => paths.push(path.path),
    fillRect: () => undefined,
    save: () => undefined,
    restore: () => undefined,
    translate: () => undefined,
    scale: () => undefined,
  });
  return { context: context as unknown as CanvasRenderingContext2D, texts, paths };
}

test('shows the result, the figures and the invitation with its code', () => {
  const { context, texts, paths } = recorder();
  drawPnlPicture(context, picture, colors);
  expect(texts.map(({ text }) => text)).toEqual([
    'Tessera',
    'BTC/USDT-PERP',
    'Short 20×',
    '+116.39%',
    '+355.00 USDT',
    'Entry price',
    '61,000.0',
    'Trade with me on Tessera',
    'Invitation code 4JW3Q2YL',
    '2026/11/20 15:00:00',
  ]);
  expect(paths).toContain(picture.code.path);
  const of = (text: string) => texts.find((each) => each.text === text);
  expect(of('+116.39%')?.color).toBe('up');
  expect(of('Short 20×')?.color).toBe('down');
});

test('keeps the amount to itself where its owner does', () => {
  const { context, texts } = recorder();
  drawPnlPicture(context, { ...picture, profit: null }, colors);
  expect(texts.some(({ text }) => text.includes('355'))).toBe(false);
});

test('makes long texts smaller instead of leaving the picture', () => {
  const { context, texts } = recorder();
  const long = 'A very long name of an exchange that somebody chose for a site of theirs';
  drawPnlPicture(
    context,
    { ...picture, brand: long, roe: '+1,234,567,890.12%', invitation: `Trade on ${long}` },
    colors,
  );
  for (const { text, end } of texts) expect(end, text).toBeLessThanOrEqual(PICTURE_SIZE.width);
});

test('is a file of its own, or a failure where the browser encodes none', async () => {
  const canvas = (blob: Blob | null) =>
    ({ toBlob: (done: (made: Blob | null) => void) => done(blob) }) as unknown as HTMLCanvasElement;
  const file = await pictureFile(canvas(new Blob(['png'])), 'pnl.png');
  expect([file.name, file.type]).toEqual(['pnl.png', 'image/png']);
  await expect(pictureFile(canvas(null), 'pnl.png')).rejects.toThrow('not encoded');
});
