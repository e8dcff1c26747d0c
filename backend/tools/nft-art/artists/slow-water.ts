import { gradient } from '../colour.ts';
import type { Artist, Pixels } from '../piece.ts';
import { random } from '../random.ts';

const TURN = 2 * Math.PI;
const FRAMES = 144;

type Water = {
  readonly mood: string;
  readonly stops: readonly string[];
  readonly depth: number;
  readonly grain: number;
};

/** Waves that bend each other. Every wave has a whole number of periods in the loop, so that it closes. */
function surface(seed: string, { stops, depth, grain }: Water, beat: number, width = 640, height = 640): Pixels {
  const source = random(seed);
  const waves = Array.from({ length: 5 }, () => ({
    x: source.between(-1, 1) * grain,
    y: source.between(-1, 1) * grain,
    turns: source.pick([-2, -1, 1, 2]),
    phase: source.between(0, TURN),
  }));
  const colour = gradient(stops);
  const data = new Uint8Array(width * height * 3);
  const side = Math.min(width, height);
  const phases = waves.map(({ turns, phase }) => phase + TURN * turns * beat);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      let x = (column / side) * 3;
      let y = (row / side) * 3;
      for (let index = 0; index < waves.length; index++) {
        const wave = waves[index] as (typeof waves)[number];
        const phase = phases[index] as number;
        const bent = Math.sin(wave.x * x + wave.y * y + phase);
        x += depth * bent * 0.6;
        y += depth * Math.cos(wave.y * x - wave.x * y + phase) * 0.6;
      }
      const light = 0.5 + 0.5 * Math.sin(x * 1.3 + Math.sin(y * 1.1));
      const gleam = Math.max(0, Math.sin(x * 2 + y * 2.6)) ** 9 * 0.35;
      const [red, green, blue] = colour(light * 0.94);
      const place = (row * width + column) * 3;
      data[place] = Math.min(255, red + 255 * gleam * 0.5);
      data[place + 1] = Math.min(255, green + 255 * gleam * 0.5);
      data[place + 2] = Math.min(255, blue + 255 * gleam * 0.5);
    }
  return { width, height, data };
}

const WATERS = {
  oil: {
    mood: 'Oil on rain',
    stops: ['#120b2e', '#3d1a78', '#c02f8a', '#ff8f5c', '#ffe29a', '#3fb8af', '#120b2e'],
    depth: 0.9,
    grain: 1.5,
  },
  delta: {
    mood: 'River delta',
    stops: ['#03161f', '#0b4f6c', '#01baef', '#e6fbff', '#f2d0a4', '#0b4f6c'],
    depth: 0.75,
    grain: 1.3,
  },
  lava: {
    mood: 'Magma',
    stops: ['#0d0203', '#3b0508', '#a31621', '#f46036', '#ffd166', '#3b0508'],
    depth: 0.8,
    grain: 1.6,
  },
  milk: {
    mood: 'Milk and ink',
    stops: ['#f8f5f0', '#d8d2c4', '#7a8b99', '#1c2b3a', '#f8f5f0'],
    depth: 1.05,
    grain: 1.2,
  },
} as const satisfies Record<string, Water>;

const piece = (
  id: string,
  title: string,
  rarity: Artist['works'][number]['rarity'],
  water: Water,
): Artist['works'][number] => ({
  kind: 'video',
  id,
  title,
  collection: 'still-moving',
  rarity,
  properties: [
    ['Surface', water.mood],
    ['Loop', '6 s'],
  ],
  frames: FRAMES,
  perSecond: 24,
  step: (frame) => surface(id, water, frame / FRAMES),
});

export const slowWater: Artist = {
  id: 'slow-water',
  name: 'Slow Water',
  collections: [{ id: 'still-moving', name: 'Still, Moving' }],
  avatar: () => surface('slow', WATERS.delta, 0.2),
  cover: () => surface('slow-cover', WATERS.delta, 0.1, 1500, 500),
  works: [
    piece('parking-lot-opal', 'Parking Lot Opal', 'epic', WATERS.oil),
    piece('delta', 'Delta, From Memory', 'common', WATERS.delta),
    piece('under-the-crust', 'Under the Crust', 'rare', WATERS.lava),
    piece('milk-ink', 'Milk, Ink', 'common', WATERS.milk),
  ],
};
