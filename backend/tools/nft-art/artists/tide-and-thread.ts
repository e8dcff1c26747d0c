import { gradient, type Rgb, rgb } from '../colour.ts';
import type { Artist, Drawing } from '../piece.ts';
import { random } from '../random.ts';

type Orbit = {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly map: 'Clifford' | 'De Jong';
};
type Dye = { readonly name: string; readonly ground: string; readonly stops: readonly string[] };

const DYES = {
  coal: { name: 'Coal and brass', ground: '#0c0b10', stops: ['#1b1424', '#5b2a3c', '#c96f3b', '#ffd58a', '#fffaf0'] },
  ice: { name: 'Ice', ground: '#04101c', stops: ['#07243d', '#0c5a86', '#37b6c9', '#b8f3ea', '#ffffff'] },
  paper: { name: 'Ink on paper', ground: '#f5efe3', stops: ['#e4d8c2', '#b08b72', '#6d4a4a', '#2b2233', '#0b0a14'] },
  orchid: { name: 'Orchid', ground: '#0f0618', stops: ['#2a0d45', '#7a1f8a', '#e3498f', '#ffb199', '#fff4e6'] },
  fern: { name: 'Fern', ground: '#06120c', stops: ['#0c2a1c', '#1c6b45', '#7fc95f', '#e9f7a1', '#ffffff'] },
  signal: { name: 'Signal', ground: '#f7f3f0', stops: ['#f2d5cc', '#f08a6b', '#d62246', '#6a0f49', '#1b0730'] },
} as const satisfies Record<string, Dye>;

/** One point that wanders twelve million times; the more often it passes, the brighter the thread. */
function threads(seed: string, { a, b, c, d, map }: Orbit, dye: Dye, width = 1200, height = 1200): Drawing {
  const source = random(seed);
  const visits = new Float32Array(width * height);
  let [x, y] = [source.between(-0.1, 0.1), source.between(-0.1, 0.1)];
  const wander = () => {
    const nx = map === 'Clifford' ? Math.sin(a * y) + c * Math.cos(a * x) : Math.sin(a * y) - Math.cos(b * x);
    y = map === 'Clifford' ? Math.sin(b * x) + d * Math.cos(b * y) : Math.sin(c * x) - Math.cos(d * y);
    x = nx;
  };
  // A first walk finds the bounds, so that the figure stands in the middle.
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let step = 0; step < 100_000; step++) {
    wander();
    if (step < 100) continue;
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const fits = [(width * 0.86) / (right - left), (height * 0.86) / (bottom - top)] as const;
  const zoom = width === height ? Math.min(...fits) : Math.max(...fits);
  const steps = 12_000_000;
  for (let step = 0; step < steps; step++) {
    wander();
    const px = Math.round(width / 2 + (x - (left + right) / 2) * zoom);
    const py = Math.round(height / 2 + (y - (top + bottom) / 2) * zoom);
    if (px >= 0 && py >= 0 && px < width && py < height) {
      const index = py * width + px;
      visits[index] = (visits[index] as number) + 1;
    }
  }
  const sorted = visits.filter((count) => count > 0).sort();
  const brightest = Math.log1p(sorted[Math.floor(sorted.length * 0.99)] ?? 1);
  const colour = gradient(dye.stops);
  const ground = rgb(dye.ground);
  const data = new Uint8Array(width * height * 3);
  for (let index = 0; index < visits.length; index++) {
    const light = Math.min(1, Math.log1p(visits[index] as number) / brightest);
    const [red, green, blue]: Rgb = colour(light ** 0.95);
    const cover = Math.min(1, light * 3.2);
    data[index * 3] = ground[0] + (red - ground[0]) * cover;
    data[index * 3 + 1] = ground[1] + (green - ground[1]) * cover;
    data[index * 3 + 2] = ground[2] + (blue - ground[2]) * cover;
  }
  return { width, height, data };
}

const ORBITS = {
  shawl: { map: 'Clifford', a: -1.4, b: 1.6, c: 1.0, d: 0.7 },
  moth: { map: 'Clifford', a: 1.7, b: 1.7, c: 0.6, d: 1.2 },
  knot: { map: 'De Jong', a: 1.641, b: 1.902, c: 0.316, d: 1.525 },
  sail: { map: 'De Jong', a: -2.24, b: 0.43, c: -0.65, d: -2.43 },
  veil: { map: 'Clifford', a: -1.7, b: 1.3, c: -0.1, d: -1.21 },
  shell: { map: 'De Jong', a: -2.7, b: -0.09, c: -0.86, d: -2.2 },
} as const satisfies Record<string, Orbit>;

const piece = (
  id: string,
  title: string,
  rarity: Artist['works'][number]['rarity'],
  orbit: Orbit,
  dye: Dye,
): Artist['works'][number] => ({
  kind: 'image',
  id,
  title,
  collection: 'loom-studies',
  rarity,
  properties: [
    ['Orbit', orbit.map],
    ['Dye', dye.name],
    ['Passes', '12,000,000'],
  ],
  draw: () => threads(id, orbit, dye),
});

export const tideAndThread: Artist = {
  id: 'tide-and-thread',
  name: 'Tide & Thread',
  collections: [{ id: 'loom-studies', name: 'Loom Studies' }],
  avatar: () => threads('avatar', ORBITS.moth, DYES.orchid, 600, 600),
  cover: () => threads('cover', ORBITS.veil, DYES.ice, 1500, 500),
  works: [
    piece('shawl', 'Shawl', 'common', ORBITS.shawl, DYES.coal),
    piece('pinned-moth', 'Pinned Moth', 'rare', ORBITS.moth, DYES.ice),
    piece('slow-knot', 'Slow Knot', 'common', ORBITS.knot, DYES.paper),
    piece('mainsail', 'Mainsail', 'epic', ORBITS.sail, DYES.orchid),
    piece('veil', 'Veil', 'common', ORBITS.veil, DYES.fern),
    piece('listening-shell', 'Listening Shell', 'legendary', ORBITS.shell, DYES.signal),
  ],
};
