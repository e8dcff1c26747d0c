import { mixed } from '../colour.ts';
import { type Artist, type Drawing, n, svg } from '../piece.ts';

const SIDE = 480;
const FRAMES = 24;
const TURN = 2 * Math.PI;
const ground = (colour: string) => `<rect width="100%" height="100%" fill="${colour}"/>`;

/** Arcs that turn against each other. */
const clockwork = (beat: number): Drawing => {
  const inks = ['#f4d35e', '#ee964b', '#f95738', '#0d3b66', '#faf0ca'];
  const rings = Array.from({ length: 9 }, (_, ring) => {
    const radius = 26 + ring * 22;
    const around = TURN * radius;
    const teeth = 2 + (ring % 4);
    const turn = (beat * 360 * (ring % 2 ? 1 : -1)) / teeth;
    return `<circle cx="240" cy="240" r="${radius}" fill="none" stroke="${inks[ring % inks.length]}" stroke-width="15" stroke-dasharray="${n((around / teeth) * 0.62)} ${n((around / teeth) * 0.38)}" transform="rotate(${n(turn + ring * 31)} 240 240)"/>`;
  });
  return svg(SIDE, SIDE, ground('#14263f') + rings.join(''));
};

/** A field of dots that breathes outwards. */
const breathing = (beat: number): Drawing => {
  const dots: string[] = [];
  for (let y = 0; y < 9; y++)
    for (let x = 0; x < 9; x++) {
      const [px, py] = [40 + x * 50, 40 + y * 50];
      const far = Math.hypot(px - 240, py - 240) / 240;
      const wave = 0.5 + 0.5 * Math.sin(TURN * (beat - far * 1.3));
      dots.push(
        `<circle cx="${px}" cy="${py}" r="${n(4 + wave * 19)}" fill="${mixed('#2d1e6b', wave > 0.5 ? '#ff5d8f' : '#5b5bd6', wave)}"/>`,
      );
    }
  return svg(SIDE, SIDE, ground('#0f0a2a') + dots.join(''));
};

/** Cubes that rise and fall as a wave goes through them. */
const quarry = (beat: number): Drawing => {
  const cubes: string[] = [];
  for (let row = 0; row < 9; row++)
    for (let column = 0; column < 9; column++) {
      const wave = Math.sin(TURN * (beat - Math.hypot(row - 4, column - 4) / 5.2));
      const [cx, cy] = [240 + (column - row) * 23, 140 + (column + row) * 13 - wave * 16];
      const light = 0.5 + wave * 0.5;
      const face = (points: string, colour: string) => `<path d="M${points}Z" fill="${colour}"/>`;
      cubes.push(
        face(`${n(cx)} ${n(cy - 13)}l23 13l-23 13l-23 -13`, mixed('#e9c46a', '#fff3d0', light)),
        face(`${n(cx - 23)} ${n(cy)}l23 13v60l-23 -13`, mixed('#2a9d8f', '#e76f51', light)),
        face(`${n(cx + 23)} ${n(cy)}l-23 13v60l23 -13`, mixed('#1d5c63', '#a63d2f', light)),
      );
    }
  return svg(SIDE, SIDE, ground('#f6efe2') + cubes.join(''));
};

/** Discs that pass in front of each other, as lamps do in fog. */
const opinions = (beat: number): Drawing => {
  const inks = ['#ff6b81', '#5aa9e6', '#ffd23f', '#5fd3a5', '#b48ee0', '#ff9f68'];
  const discs = inks.map((ink, index) => {
    const turn = TURN * (beat + index / inks.length);
    const away = 92 + 34 * Math.sin(TURN * beat * 2 + index);
    return `<circle cx="${n(240 + Math.cos(turn) * away)}" cy="${n(240 + Math.sin(turn) * away)}" r="${n(104 + 16 * Math.cos(TURN * beat + index * 2))}" fill="${ink}" style="mix-blend-mode:multiply"/>`;
  });
  return svg(SIDE, SIDE, ground('#fdf4e3') + discs.join(''));
};

/** Nested squares that fall inwards for ever. */
const corridor = (beat: number): Drawing => {
  const inks = ['#2b2d42', '#8d99ae', '#edf2f4', '#ef233c'];
  const frames = Array.from({ length: 16 }, (_, index) => {
    const depth = index - beat * 4;
    const size = 760 * 0.8 ** depth;
    return `<rect x="${n(-size / 2)}" y="${n(-size / 2)}" width="${n(size)}" height="${n(size)}" fill="${inks[((index % 4) + 4) % 4]}" transform="translate(240 240) rotate(${n(depth * 11.25)})"/>`;
  });
  return svg(SIDE, SIDE, ground('#2b2d42') + frames.join(''));
};

/** A cord in the shape of a figure that never quite repeats. */
const cord = (beat: number): Drawing => {
  const strands = Array.from({ length: 3 }, (_, strand) => {
    const points = Array.from({ length: 121 }, (_, step) => {
      const t = (step / 120) * TURN;
      const shift = strand * 0.16;
      return `${n(240 + 180 * Math.sin(3 * t + TURN * beat + shift))} ${n(240 + 180 * Math.sin(2 * t + shift * 2.2))}`;
    });
    return `<path d="M${points.join('L')}Z" fill="none" stroke="${mixed('#00f5d4', '#f15bb5', strand / 2)}" stroke-width="16" stroke-linejoin="round"/>`;
  });
  return svg(SIDE, SIDE, ground('#10101c') + strands.join(''));
};

const piece = (
  id: string,
  title: string,
  rarity: Artist['works'][number]['rarity'],
  motion: string,
  draw: (beat: number) => Drawing,
): Artist['works'][number] => ({
  kind: 'gif',
  id,
  title,
  collection: 'perpetual-motions',
  rarity,
  properties: [
    ['Motion', motion],
    ['Frames', String(FRAMES)],
  ],
  frames: FRAMES,
  perSecond: 20,
  step: (frame) => draw(frame / FRAMES),
});

export const loopwright: Artist = {
  id: 'loopwright',
  name: 'Loopwright',
  collections: [{ id: 'perpetual-motions', name: 'Perpetual Motions' }],
  avatar: () => clockwork(0.3),
  cover: () => {
    const inner = (quarry(0.2) as string).replace(/^<svg[^>]*>|<\/svg>$/g, '');
    return svg(
      1500,
      500,
      `${ground('#f6efe2')}${[0, 1, 2, 3, 4].map((i) => `<g transform="translate(${-190 + i * 352} ${i % 2 ? -40 : 40})">${inner.replace(/^<rect[^>]*>/, '')}</g>`).join('')}`,
    );
  },
  works: [
    piece('clockwork', 'Clockwork, Unwound', 'rare', 'Turning', clockwork),
    piece('breathing-room', 'Breathing Room', 'common', 'Breathing', breathing),
    piece('quarry', 'Quarry', 'epic', 'Wave', quarry),
    piece('six-opinions', 'Six Opinions', 'common', 'Orbit', opinions),
    piece('corridor', 'Corridor', 'common', 'Falling', corridor),
    piece('cord', 'Loose Cord', 'common', 'Knotting', cord),
  ],
};
