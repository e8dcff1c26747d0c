import { mixed } from '../colour.ts';
import { type Artist, type Drawing, n, svg } from '../piece.ts';
import { pitch, type Stereo, Tape } from '../sound.ts';

type Ring = {
  readonly scale: readonly number[];
  readonly tuning: string;
  readonly metal: number;
  readonly every: number;
  readonly seconds: number;
};

/** Bells of three sizes, each with a pulse of its own: they meet seldom. */
function ringing(seed: string, { scale, metal, every, seconds }: Ring): Stereo {
  const tape = new Tape(seed, seconds);
  const { source } = tape;
  for (const [octave, pulse, volume] of [
    [-24, every * 4.1, 0.5],
    [-12, every * 1.7, 0.34],
    [0, every, 0.2],
    [12, every * 0.63, 0.09],
  ] as const) {
    let step = source.whole(0, scale.length - 1);
    for (let at = source.between(0.1, pulse); at < seconds - 3; at += pulse * source.pick([1, 1, 1, 1.5, 0.5])) {
      step = Math.max(0, Math.min(scale.length - 1, step + source.pick([-2, -1, -1, 1, 1, 2])));
      tape.bell(
        {
          at,
          length: octave < 0 ? 5 : 3,
          hz: pitch((scale[step] as number) + octave),
          volume: volume * source.between(0.7, 1),
          pan: source.between(-0.8, 0.8),
        },
        metal,
      );
    }
  }
  for (let at = 0; at < seconds - 4; at += 6)
    tape.pad({ at, length: 8, hz: pitch((scale[0] as number) - 36), volume: 0.12 });
  return tape.finish(0.45);
}

/** A disc of rings, each as wide as a moment is loud. */
function disc(peaks: readonly number[], [ground, copper, patina]: readonly [string, string, string]): Drawing {
  const rings: string[] = [];
  for (let ring = 0; ring < 15; ring++) {
    const radius = 550 - ring * 36;
    const part = peaks.slice(Math.floor((ring / 15) * peaks.length), Math.floor(((ring + 1) / 15) * peaks.length));
    const loud = Math.min(1.6, 2.6 * (part.reduce((sum, peak) => sum + peak, 0) / Math.max(1, part.length)) ** 2);
    const turn = ring * 137.5;
    rings.push(
      `<circle cx="600" cy="600" r="${radius}" fill="none" stroke="${mixed(copper, patina, ring / 14)}" stroke-width="${n(6 + loud * 26)}"/>`,
    );
    const around = 2 * Math.PI * radius;
    rings.push(
      `<circle cx="600" cy="600" r="${radius}" fill="none" stroke="${mixed(copper, '#fff3dc', 0.7)}" stroke-width="${n(5 + loud * 17)}" stroke-dasharray="${n(around * loud * 0.3)} ${n(around)}" stroke-linecap="round" transform="rotate(${n(turn)} 600 600)"/>`,
    );
  }
  return svg(
    1200,
    1200,
    `<rect width="100%" height="100%" fill="${ground}"/>${rings.join('')}<circle cx="600" cy="600" r="22" fill="${ground}"/>`,
  );
}

const RINGS = {
  slendro: { tuning: 'Five-tone', scale: [0, 2, 5, 7, 9, 12, 14, 17], metal: 0.5, every: 0.72, seconds: 22 },
  dorian: { tuning: 'Dorian', scale: [-7, -5, -4, -2, 0, 2, 3, 5], metal: 0.3, every: 0.95, seconds: 23 },
  whole: { tuning: 'Whole tone', scale: [-6, -4, -2, 0, 2, 4, 6, 8], metal: 0.8, every: 0.58, seconds: 21 },
} as const satisfies Record<string, Ring>;

const track = (
  id: string,
  title: string,
  rarity: Artist['works'][number]['rarity'],
  ring: Ring,
  colours: readonly [string, string, string],
): Artist['works'][number] => ({
  kind: 'audio',
  id,
  title,
  collection: 'bells-without-towers',
  rarity,
  properties: [
    ['Tuning', ring.tuning],
    ['Metal', ring.metal > 0.6 ? 'Bright' : ring.metal > 0.4 ? 'Warm' : 'Dark'],
  ],
  play: () => ringing(id, ring),
  cover: (peaks) => disc(peaks, colours),
});

const wave = Array.from({ length: 120 }, (_, index) => 0.4 + 0.35 * Math.sin(index * 0.41));

export const copperChoir: Artist = {
  id: 'copper-choir',
  name: 'Copper Choir',
  collections: [{ id: 'bells-without-towers', name: 'Bells Without Towers' }],
  avatar: () => disc(wave, ['#1d1208', '#e08e45', '#4f9d8b']),
  cover: () =>
    svg(
      1500,
      500,
      `<g transform="translate(-100 -600) scale(1.42)">${(disc(wave, ['#1d1208', '#e08e45', '#4f9d8b']) as string).replace(/^<svg[^>]*>|<\/svg>$/g, '').replace('width="100%" height="100%"', 'x="-100" width="1500" height="1200"')}</g>`,
    ),
  works: [
    track('five-bells-at-sea', 'Five Bells at Sea', 'rare', RINGS.slendro, ['#0d1b1e', '#e0a458', '#3d8b83']),
    track('verdigris', 'Verdigris', 'common', RINGS.dorian, ['#f3eadb', '#a4552a', '#2f7f6f']),
    track('the-unhung-bell', 'The Unhung Bell', 'epic', RINGS.whole, ['#1b0f1e', '#d46a6a', '#5d4e8c']),
  ],
};
