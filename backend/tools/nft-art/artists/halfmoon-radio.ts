import { mixed } from '../colour.ts';
import { type Artist, type Drawing, n, svg } from '../piece.ts';
import { pitch, type Stereo, Tape } from '../sound.ts';

type Song = {
  readonly bpm: number;
  readonly key: string;
  /** Half tones from a, one chord a bar. */
  readonly chords: readonly (readonly number[])[];
  readonly scale: readonly number[];
  readonly beat: boolean;
  readonly bars: number;
};

function perform(seed: string, { bpm, chords, scale, beat, bars }: Song): Stereo {
  const bar = (4 * 60) / bpm;
  const tape = new Tape(seed, bars * bar + 2);
  const { source } = tape;
  for (let index = 0; index < bars; index++) {
    const at = index * bar;
    const chord = chords[index % chords.length] as readonly number[];
    for (const [voice, tone] of chord.entries())
      tape.pad({ at, length: bar * 1.15, hz: pitch(tone - 12), volume: 0.17, pan: voice % 2 ? 0.5 : -0.5 });
    tape.pad({ at, length: bar, hz: pitch((chord[0] as number) - 36), volume: 0.3 });
    for (let step = 0; step < 8; step++) {
      if (index > 0 && source.chance(0.55)) {
        const swing = step % 2 ? bar * 0.018 : 0;
        tape.pluck({
          at: at + (step * bar) / 8 + swing,
          length: 1.6,
          hz: pitch(source.pick(scale)),
          volume: source.between(0.16, 0.34),
          pan: source.between(-0.6, 0.6),
        });
      }
      if (beat && index > 1) {
        if (step === 0 || step === 4 || (step === 7 && source.chance(0.3))) tape.kick(at + (step * bar) / 8, 0.75);
        if (step === 2 || step === 6) tape.brush(at + (step * bar) / 8, 0.22, 0.18, -0.1);
        tape.brush(at + (step * bar) / 8, step % 2 ? 0.07 : 0.04);
      }
    }
  }
  return tape.finish(0.32);
}

/** Loudness drawn around a moon. */
export function moonCover(
  peaks: readonly number[],
  [sky, low, moon, ring]: readonly [string, string, string, string],
  phase: number,
): Drawing {
  const rays = peaks.map((peak, index) => {
    const angle = (index / peaks.length) * 2 * Math.PI - Math.PI / 2;
    const [inner, outer] = [318, 334 + peak * 178];
    return `<path d="M${n(600 + Math.cos(angle) * inner)} ${n(600 + Math.sin(angle) * inner)}L${n(600 + Math.cos(angle) * outer)} ${n(600 + Math.sin(angle) * outer)}" stroke="${mixed(ring, moon, peak)}" stroke-width="9" stroke-linecap="round"/>`;
  });
  return svg(
    1200,
    1200,
    `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky}"/><stop offset="1" stop-color="${low}"/></linearGradient><clipPath id="m"><circle cx="600" cy="600" r="262"/></clipPath></defs>` +
      `<rect width="100%" height="100%" fill="url(#s)"/>${rays.join('')}<circle cx="600" cy="600" r="262" fill="${moon}"/>` +
      `<g clip-path="url(#m)"><circle cx="520" cy="520" r="44" fill="${mixed(moon, low, 0.14)}"/><circle cx="560" cy="690" r="70" fill="${mixed(moon, low, 0.1)}"/><circle cx="430" cy="620" r="26" fill="${mixed(moon, low, 0.12)}"/><circle cx="${n(600 + phase * 300)}" cy="${n(600 - phase * 60)}" r="262" fill="${mixed(sky, low, 0.5)}"/></g>`,
  );
}

const SONGS = {
  a: {
    bpm: 74,
    key: 'A minor',
    chords: [
      [0, 3, 7, 10],
      [-4, 0, 3, 7],
      [-7, -4, 0, 3],
      [-2, 2, 5, 8],
    ],
    scale: [0, 3, 5, 7, 10, 12, 15],
    beat: true,
    bars: 7,
  },
  b: {
    bpm: 66,
    key: 'D major',
    chords: [
      [5, 9, 12, 16],
      [2, 5, 9, 12],
      [-2, 2, 5, 9],
      [0, 4, 7, 11],
    ],
    scale: [5, 7, 9, 12, 14, 17],
    beat: true,
    bars: 6,
  },
  c: {
    bpm: 58,
    key: 'F major',
    chords: [
      [-4, 0, 3, 7],
      [1, 5, 8, 12],
      [-2, 1, 5, 8],
      [-4, 0, 3, 8],
    ],
    scale: [-4, 0, 1, 3, 8, 12],
    beat: false,
    bars: 5,
  },
  d: {
    bpm: 82,
    key: 'E minor',
    chords: [
      [-5, -2, 2, 5],
      [-9, -5, -2, 2],
      [-7, -3, 0, 4],
      [-5, -2, 2, 7],
    ],
    scale: [-5, -2, 0, 2, 5, 7, 10],
    beat: true,
    bars: 8,
  },
} as const satisfies Record<string, Song>;

const track = (
  id: string,
  title: string,
  rarity: Artist['works'][number]['rarity'],
  song: Song,
  colours: readonly [string, string, string, string],
  phase: number,
): Artist['works'][number] => ({
  kind: 'audio',
  id,
  title,
  collection: 'signal-after-midnight',
  rarity,
  properties: [
    ['Tempo', `${song.bpm} BPM`],
    ['Key', song.key],
    ['Drums', song.beat ? 'Brushes' : 'None'],
  ],
  play: () => perform(id, song),
  cover: (peaks) => moonCover(peaks, colours, phase),
});

const even = (count: number) =>
  Array.from({ length: count }, (_, index) => 0.35 + 0.3 * Math.sin(index * 0.9) * Math.sin(index * 0.23));

export const halfmoonRadio: Artist = {
  id: 'halfmoon-radio',
  name: 'Halfmoon Radio',
  collections: [{ id: 'signal-after-midnight', name: 'Signal After Midnight' }],
  avatar: () => moonCover(even(72), ['#101935', '#42276b', '#f6e7cb', '#d48a6a'], 0.55),
  cover: () => {
    const bars = even(150).map((peak, index) => {
      const loud = Math.abs(peak) * (1.1 - Math.abs(index - 75) / 90);
      return `<rect x="${index * 10 + 2}" y="${n(250 - loud * 330)}" width="6" height="${n(loud * 660)}" rx="3" fill="${mixed('#d48a6a', '#f6e7cb', loud)}" opacity=".8"/>`;
    });
    return svg(
      1500,
      500,
      `<rect width="1500" height="500" fill="#241a4a"/>${bars.join('')}<circle cx="750" cy="250" r="150" fill="#241a4a"/><circle cx="750" cy="250" r="132" fill="#f6e7cb"/><circle cx="800" cy="238" r="120" fill="#241a4a"/>`,
    );
  },
  works: [
    track(
      'frequency-for-two',
      'A Frequency for Two',
      'common',
      SONGS.a,
      ['#0f1b3d', '#5b2a6e', '#f7e8c9', '#e08e6d'],
      0.6,
    ),
    track(
      'rain-on-the-mast',
      'Rain on the Mast',
      'common',
      SONGS.b,
      ['#07272d', '#1f6f78', '#e8f6ef', '#8fd6c1'],
      -0.7,
    ),
    track('dead-air', 'Dead Air, Warm Hands', 'rare', SONGS.c, ['#1f0d1c', '#8c2f39', '#fbe3c0', '#f08a5d'], 0.3),
    track('sign-off', 'Sign-Off', 'common', SONGS.d, ['#0c0f14', '#33415c', '#e0e1dd', '#7d8597'], -0.35),
  ],
};
