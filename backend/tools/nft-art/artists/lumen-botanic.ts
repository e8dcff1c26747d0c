import { mixed } from '../colour.ts';
import { type Artist, type Drawing, n, svg } from '../piece.ts';
import { type Random, random } from '../random.ts';

type Plate = {
  readonly paper: string;
  readonly light: string;
  readonly stem: string;
  readonly petals: readonly string[];
  readonly heart: string;
  readonly species: string;
  readonly layers: number;
  readonly count: number;
  readonly slim: number;
  readonly flowers: number;
};

const PLATES = {
  moth: {
    species: 'Moth orchid',
    paper: '#0d1321',
    light: '#26304d',
    stem: '#5f8f7b',
    petals: ['#f7c4e0', '#d16ba5', '#86509f', '#fff1f8'],
    heart: '#ffd166',
    layers: 3,
    count: 6,
    slim: 0.62,
    flowers: 5,
  },
  aster: {
    species: 'Glass aster',
    paper: '#f6f1e4',
    light: '#ffffff',
    stem: '#4a6b4d',
    petals: ['#5b6ee1', '#8ea2ff', '#30336b', '#c3ceff'],
    heart: '#f2a541',
    layers: 4,
    count: 19,
    slim: 0.2,
    flowers: 5,
  },
  dahlia: {
    species: 'Ember dahlia',
    paper: '#1a0d12',
    light: '#46171d',
    stem: '#6a7f4f',
    petals: ['#ff7b54', '#ffb26b', '#c81d4e', '#ffe3a3'],
    heart: '#5a0b22',
    layers: 8,
    count: 14,
    slim: 0.34,
    flowers: 3,
  },
  lotus: {
    species: 'Night lotus',
    paper: '#06202a',
    light: '#0f4656',
    stem: '#2f7d6d',
    petals: ['#b8f2e6', '#5ed3c3', '#1c8f9e', '#f5fffa'],
    heart: '#ffe066',
    layers: 5,
    count: 10,
    slim: 0.44,
    flowers: 4,
  },
  poppy: {
    species: 'Paper poppy',
    paper: '#efe5d6',
    light: '#fbf5ea',
    stem: '#6b7a4b',
    petals: ['#e4572e', '#f08a4b', '#c9302c', '#f7b267'],
    heart: '#222',
    layers: 2,
    count: 5,
    slim: 0.95,
    flowers: 7,
  },
} as const satisfies Record<string, Plate>;

const petal = (length: number, slim: number, curl: number) => {
  const wide = length * slim;
  return `M0 0C${n(wide)} ${n(-length * 0.25)} ${n(wide * 0.9)} ${n(-length * 0.85)} ${n(curl)} ${n(-length)}C${n(-wide * 0.9)} ${n(-length * 0.85)} ${n(-wide)} ${n(-length * 0.25)} 0 0Z`;
};

function flower(source: Random, plate: Plate, size: number, id: string): string {
  const parts: string[] = [];
  for (let layer = 0; layer < plate.layers; layer++) {
    const share = layer / plate.layers;
    const length = size * (1 - share * 0.72);
    const colour = plate.petals[layer % plate.petals.length] as string;
    parts.push(
      `<linearGradient id="${id}${layer}" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="${mixed(colour, plate.heart, 0.55)}"/><stop offset=".45" stop-color="${colour}"/><stop offset="1" stop-color="${mixed(colour, '#ffffff', 0.35)}"/></linearGradient>`,
    );
    for (let index = 0; index < plate.count; index++) {
      const angle = (index / plate.count) * 360 + layer * 137.5 + source.between(-5, 5);
      const long = length * source.between(0.9, 1.08);
      parts.push(
        `<g transform="rotate(${n(angle)})" opacity=".86"><path d="${petal(long, plate.slim, source.between(-6, 6))}" fill="url(#${id}${layer})"/><path d="M0 0Q${n(source.between(-4, 4))} ${n(-long * 0.5)} 0 ${n(-long * 0.86)}" stroke="${mixed(colour, plate.paper, 0.4)}" stroke-width="1.4" fill="none" opacity=".7"/></g>`,
      );
    }
  }
  for (let seed = 0; seed < 90; seed++) {
    const angle = seed * 2.399_963;
    const radius = Math.sqrt(seed / 90) * size * 0.17;
    parts.push(
      `<circle cx="${n(Math.cos(angle) * radius)}" cy="${n(Math.sin(angle) * radius)}" r="${n(size * 0.014)}" fill="${mixed(plate.heart, '#ffffff', (seed % 5) / 9)}"/>`,
    );
  }
  return parts.join('');
}

function plateOf(seed: string, plate: Plate, width = 1200, height = 1500): Drawing {
  const source = random(seed);
  const root = [width * 0.5, height * 1.02] as const;
  const side = Math.min(width, height);
  const parts = [
    `<defs><radialGradient id="g" cx=".5" cy=".42" r=".75"><stop offset="0" stop-color="${plate.light}"/><stop offset="1" stop-color="${plate.paper}"/></radialGradient></defs>`,
    '<rect width="100%" height="100%" fill="url(#g)"/>',
  ];
  const heads = Array.from({ length: plate.flowers }, (_, index) => {
    const spread = plate.flowers === 1 ? 0 : index / (plate.flowers - 1) - 0.5;
    return {
      x: width * (0.5 + spread * 0.66 + source.between(-0.04, 0.04)),
      y: height * (0.3 + Math.abs(spread) * 0.34 + source.between(-0.06, 0.1)),
      size: side * source.between(0.13, 0.2) * (plate.flowers > 5 ? 0.86 : 1.15),
    };
  });
  for (const { x, y } of heads) {
    const bend = (x - root[0]) * 0.2;
    parts.push(
      `<path d="M${n(root[0])} ${n(root[1])}C${n(root[0] + bend)} ${n(height * 0.75)} ${n(x - bend * 0.5)} ${n(height * 0.62)} ${n(x)} ${n(y)}" stroke="${plate.stem}" stroke-width="${n(side * 0.0085)}" fill="none" stroke-linecap="round"/>`,
    );
    for (let leaf = 0; leaf < 4; leaf++) {
      const t = source.between(0.3, 0.8);
      const u = 1 - t;
      const px = u ** 3 * root[0] + 3 * u * u * t * (root[0] + bend) + 3 * u * t * t * (x - bend * 0.5) + t ** 3 * x;
      const py = u ** 3 * root[1] + 3 * u * u * t * height * 0.75 + 3 * u * t * t * height * 0.62 + t ** 3 * y;
      const long = side * source.between(0.09, 0.2);
      const turn = source.pick([-1, 1]) * source.between(35, 85);
      parts.push(
        `<g transform="translate(${n(px)} ${n(py)}) rotate(${n(turn)})" opacity=".92"><path d="${petal(long, 0.24, 0)}" fill="${mixed(plate.stem, plate.paper, source.between(0, 0.45))}"/><path d="M0 0V${n(-long * 0.9)}" stroke="${mixed(plate.stem, '#ffffff', 0.3)}" stroke-width="1.6"/></g>`,
      );
    }
  }
  for (const [index, { x, y, size }] of heads.toSorted((a, b) => a.size - b.size).entries())
    parts.push(
      `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(source.between(0, 90))}) skewX(${n(source.between(-8, 8))})">${flower(source, plate, size, `f${index}_`)}</g>`,
    );
  for (let spore = 0; spore < 60; spore++)
    parts.push(
      `<circle cx="${n(source.between(0, width))}" cy="${n(source.between(0, height * 0.9))}" r="${n(source.between(0.8, 3.4))}" fill="${source.pick(plate.petals)}" opacity="${n(source.between(0.2, 0.8))}"/>`,
    );
  return svg(width, height, parts.join(''));
}

const piece = (
  id: string,
  title: string,
  rarity: Artist['works'][number]['rarity'],
  plate: Plate,
): Artist['works'][number] => ({
  kind: 'image',
  id,
  title,
  collection: 'impossible-herbarium',
  rarity,
  properties: [
    ['Species', plate.species],
    ['Blooms', String(plate.flowers)],
    ['Petals', String(plate.count * plate.layers)],
  ],
  draw: () => plateOf(id, plate),
});

export const lumenBotanic: Artist = {
  id: 'lumen-botanic',
  name: 'Lumen Botanic',
  collections: [{ id: 'impossible-herbarium', name: 'Impossible Herbarium' }],
  avatar: () => {
    const { paper } = PLATES.dahlia;
    return svg(
      700,
      700,
      `<rect width="700" height="700" fill="${paper}"/><g transform="translate(350 350)">${flower(random('lumen'), PLATES.dahlia, 320, 'a')}</g>`,
    );
  },
  cover: () => {
    const source = random('lumen-cover');
    const heads = Array.from(
      { length: 7 },
      (_, index) =>
        `<g transform="translate(${index * 250} ${index % 2 ? 150 : 360})">${flower(source, PLATES.moth, index % 2 ? 190 : 240, `c${index}_`)}</g>`,
    );
    return svg(1500, 500, `<rect width="1500" height="500" fill="${PLATES.moth.paper}"/>${heads.join('')}`);
  },
  works: [
    piece('plate-iii', 'Plate III: Moth Orchid', 'rare', PLATES.moth),
    piece('plate-vii', 'Plate VII: Glass Aster', 'common', PLATES.aster),
    piece('plate-xi', 'Plate XI: Ember Dahlia', 'epic', PLATES.dahlia),
    piece('plate-xiv', 'Plate XIV: Night Lotus', 'common', PLATES.lotus),
    piece('plate-xix', 'Plate XIX: Paper Poppy', 'common', PLATES.poppy),
  ],
};
