import { mixed } from '../colour.ts';
import { type Artist, type Drawing, svg } from '../piece.ts';
import { random } from '../random.ts';

type Creature = {
  readonly body: string;
  readonly belly: string;
  readonly ground: string;
  readonly crown: 'horns' | 'ears' | 'antenna' | 'crest';
  readonly mood: 'calm' | 'sleepy' | 'cross' | 'wide';
  readonly aura: 'none' | 'stars' | 'ring';
};

const SIZE = 24;
/** Half the width of the body in each row, from its top. */
const OUTLINE = [3, 5, 6, 7, 7, 7, 6, 6, 7, 7, 7, 6, 5];

/** Pixels of half a creature, mirrored. `beat` moves it: 0 to 1 through a loop. */
function creature(seed: string, look: Creature, beat = 0): Drawing {
  const source = random(seed);
  const pixels = new Map<string, string>();
  const lift = Math.round(Math.sin(beat * 2 * Math.PI) * 1);
  const put = (x: number, y: number, colour: string) => {
    pixels.set(`${11 - x},${y}`, colour);
    pixels.set(`${12 + x},${y}`, colour);
  };
  const dark = mixed(look.body, '#0a0a18', 0.72);
  const shade = mixed(look.body, '#0a0a18', 0.28);
  const shine = mixed(look.body, '#ffffff', 0.35);
  const top = 7 - lift;
  const wobble = OUTLINE.map((half, row) => half + (row > 2 && row < 10 && source.chance(0.3) ? 1 : 0));
  for (const [row, half] of wobble.entries())
    for (let x = 0; x <= half; x++) {
      const edge = x === half || row === 0 || row === wobble.length - 1;
      const inner = x < half - 2 && row > 6;
      put(
        x,
        top + row,
        edge
          ? dark
          : inner
            ? look.belly
            : x > half - 2 || row > 10
              ? shade
              : row < 3 && x > 1 && x < 4
                ? shine
                : look.body,
      );
    }
  const spots = source.whole(1, 3);
  for (let spot = 0; spot < spots; spot++)
    put(source.whole(3, 5), top + source.whole(1, 5), mixed(look.body, look.belly, 0.55));
  const crowns: Record<Creature['crown'], readonly (readonly [number, number])[]> = {
    horns: [
      [5, 1],
      [6, 0],
      [5, 0],
      [6, -1],
      [7, -2],
      [7, -3],
    ],
    ears: [
      [3, -1],
      [4, -1],
      [5, -1],
      [4, 0],
      [5, 0],
      [6, 0],
      [6, 1],
      [4, -2],
      [5, -2],
      [6, -1],
      [5, -3],
      [4, -3],
    ],
    antenna: [
      [2, -1],
      [2, -2],
      [3, -3],
      [3, -4],
      [4, -4],
      [4, -5],
      [3, -5],
    ],
    crest: [
      [0, -1],
      [1, -1],
      [0, -2],
      [1, -2],
      [0, -3],
      [2, -1],
      [0, -4],
    ],
  };
  for (const [x, y] of crowns[look.crown]) put(x, top + y, y < -2 ? look.belly : dark);
  const blink = beat > 0.86 && beat < 0.95;
  const eye = top + 4;
  if (look.mood === 'sleepy' || blink) for (const x of [2, 3, 4]) put(x, eye + 1, '#14121f');
  else {
    for (const x of [2, 3, 4]) for (const y of [0, 1, 2]) put(x, eye + y, '#ffffff');
    put(3, eye + 1, '#14121f');
    put(look.mood === 'wide' ? 3 : 2, eye + (look.mood === 'calm' ? 2 : 1), '#14121f');
    if (look.mood === 'cross') for (const x of [2, 3, 4]) put(x, eye - (x > 2 ? 0 : -1), dark);
  }
  put(0, top + 8, dark);
  if (look.mood === 'wide') put(1, top + 8, dark);
  else put(1, top + (look.mood === 'cross' ? 9 : 7), dark);
  for (const x of [2, 3, 4]) put(x, top + wobble.length, dark);
  for (const x of [2, 3]) put(x, 7 + wobble.length, shade);
  const parts = [`<rect width="${SIZE}" height="${SIZE}" fill="${look.ground}"/>`];
  const pale = mixed(look.ground, '#ffffff', 0.16);
  for (let y = 0; y < SIZE; y += 4)
    for (let x = (y / 4) % 2 ? 2 : 0; x < SIZE; x += 4)
      parts.push(`<rect x="${x}" y="${y}" width="1" height="1" fill="${pale}"/>`);
  parts.push(`<rect x="6" y="20" width="12" height="2" fill="${mixed(look.ground, '#000000', 0.3)}"/>`);
  const auraColour = mixed(look.belly, '#ffffff', 0.45);
  if (look.aura === 'ring')
    for (let step = 0; step < 28; step++) {
      const angle = ((step + beat * 28) / 28) * 2 * Math.PI;
      if (step % 4 !== 3)
        parts.push(
          `<rect x="${Math.round(11.5 + Math.cos(angle) * 11)}" y="${Math.round(12.5 + Math.sin(angle) * 10.5)}" width="1" height="1" fill="${auraColour}"/>`,
        );
    }
  if (look.aura === 'stars')
    for (let star = 0; star < 9; star++) {
      const [x, y] = [source.whole(0, 23), source.whole(0, 16)];
      if ((star + Math.floor(beat * 6)) % 3 !== 0)
        parts.push(`<rect x="${x}" y="${y}" width="1" height="1" fill="${auraColour}"/>`);
    }
  for (const [place, colour] of pixels) {
    const [x, y] = place.split(',');
    parts.push(`<rect x="${x}" y="${y}" width="1" height="1" fill="${colour}"/>`);
  }
  return svg(960, 960, `<g transform="scale(40)" shape-rendering="crispEdges">${parts.join('')}</g>`);
}

const CROWNS = { horns: 'Horns', ears: 'Ears', antenna: 'Antenna', crest: 'Crest' } as const;
const MOODS = { calm: 'Calm', sleepy: 'Sleepy', cross: 'Cross', wide: 'Wide awake' } as const;
const AURAS = { none: 'None', stars: 'Stars', ring: 'Ring' } as const;

function piece(
  id: string,
  title: string,
  rarity: Artist['works'][number]['rarity'],
  look: Creature,
  moves = false,
): Artist['works'][number] {
  const named = {
    id,
    title,
    collection: 'pocket-beasts',
    rarity,
    properties: [
      ['Crown', CROWNS[look.crown]],
      ['Mood', MOODS[look.mood]],
      ['Aura', AURAS[look.aura]],
    ] as const,
  };
  return moves
    ? { ...named, kind: 'gif', frames: 16, perSecond: 10, step: (frame) => creature(id, look, frame / 16) }
    : { ...named, kind: 'image', draw: () => creature(id, look) };
}

export const pixelMenagerie: Artist = {
  id: 'pixel-menagerie',
  name: 'Pixel Menagerie',
  collections: [{ id: 'pocket-beasts', name: 'Pocket Beasts' }],
  avatar: () =>
    creature('bramble', {
      body: '#ffb703',
      belly: '#fff1c1',
      ground: '#023047',
      crown: 'ears',
      mood: 'wide',
      aura: 'none',
    }),
  cover: () => {
    const row = Array.from({ length: 3 }, (_, index) => {
      const look: Creature = [
        { body: '#06d6a0', belly: '#e8fff6', ground: '#14213d', crown: 'horns', mood: 'calm', aura: 'none' } as const,
        { body: '#ef476f', belly: '#ffd6e0', ground: '#14213d', crown: 'crest', mood: 'wide', aura: 'none' } as const,
        {
          body: '#8ecae6',
          belly: '#ffffff',
          ground: '#14213d',
          crown: 'antenna',
          mood: 'sleepy',
          aura: 'none',
        } as const,
      ][index] as Creature;
      const inner = (creature(`cover${index}`, look) as string).replace(/^<svg[^>]*>|<\/svg>$/g, '');
      return `<g transform="translate(${index * 500} 0) scale(.5208)">${inner}</g>`;
    });
    return svg(1500, 500, row.join(''));
  },
  works: [
    piece('bramble', 'Bramble', 'common', {
      body: '#7cb518',
      belly: '#f3de2c',
      ground: '#2b2d42',
      crown: 'horns',
      mood: 'calm',
      aura: 'none',
    }),
    piece('pip', 'Pip', 'common', {
      body: '#ff7f51',
      belly: '#ffe5d9',
      ground: '#1f2041',
      crown: 'ears',
      mood: 'wide',
      aura: 'none',
    }),
    piece('mudge', 'Mudge', 'common', {
      body: '#8d6a9f',
      belly: '#e0c3fc',
      ground: '#12343b',
      crown: 'crest',
      mood: 'sleepy',
      aura: 'none',
    }),
    piece('tock', 'Tock', 'common', {
      body: '#48bfe3',
      belly: '#caf0f8',
      ground: '#3d1a3a',
      crown: 'antenna',
      mood: 'cross',
      aura: 'none',
    }),
    piece(
      'vesper',
      'Vesper',
      'rare',
      { body: '#5a189a', belly: '#ff9e00', ground: '#10002b', crown: 'ears', mood: 'calm', aura: 'stars' },
      true,
    ),
    piece(
      'old-gold',
      'Old Gold',
      'legendary',
      { body: '#e9b44c', belly: '#fff8e1', ground: '#3c0d1a', crown: 'horns', mood: 'wide', aura: 'ring' },
      true,
    ),
  ],
};
