import { type Artist, type Drawing, n, svg } from '../piece.ts';
import { type Random, random } from '../random.ts';

type Palette = { readonly name: string; readonly ground: string; readonly inks: readonly string[] };
const PALETTES = {
  primer: { name: 'Primer', ground: '#f1ead9', inks: ['#1a1a1a', '#d7322b', '#f2b632', '#1f4e9c', '#f1ead9'] },
  harbour: { name: 'Harbour', ground: '#e7ecef', inks: ['#0b2545', '#ee6c4d', '#8da9c4', '#134074', '#f7d6bf'] },
  orchard: { name: 'Orchard', ground: '#fdf6e3', inks: ['#386641', '#bc4749', '#f2c14e', '#a7c957', '#432818'] },
  arcade: {
    name: 'Arcade',
    ground: '#15132b',
    inks: ['#ff4d6d', '#ffd23f', '#3bceac', '#0ead69', '#7d5ba6', '#f8f7ff'],
  },
  clay: { name: 'Clay', ground: '#ead2c0', inks: ['#6b2d1a', '#c8553d', '#f28f3b', '#588b8b', '#fff7ec'] },
} as const satisfies Record<string, Palette>;

/** One tile of a unit square, turned by quarters. */
function tile({ pick, whole, chance }: Random, inks: readonly string[]): string {
  const ground = pick(inks);
  const other = () => pick(inks.filter((ink) => ink !== ground));
  const [a, b] = [other(), other()];
  const shapes = [
    () => `<path d="M0 0H1A1 1 0 0 1 0 1Z" fill="${a}"/><path d="M0 0H.5A.5 .5 0 0 1 0 .5Z" fill="${b}"/>`,
    () =>
      `<circle cx=".5" cy=".5" r=".5" fill="${a}"/><circle cx=".5" cy=".5" r="${chance(0.5) ? 0.25 : 0.12}" fill="${ground}"/>`,
    () => `<path d="M0 0L1 1H0Z" fill="${a}"/>`,
    () => Array.from({ length: 4 }, (_, i) => `<rect y="${n(i / 4)}" width="1" height=".125" fill="${a}"/>`).join(''),
    () => `<path d="M0 .5A.5 .5 0 0 1 1 .5Z" fill="${a}"/><path d="M0 1A.5 .5 0 0 1 1 1Z" fill="${b}"/>`,
    () => `<path d="M0 0H.5V.5H1V1H.5V.5H0Z" fill="${a}"/>`,
    () =>
      Array.from(
        { length: 16 },
        (_, i) =>
          `<circle cx="${n(((i % 4) + 0.5) / 4)}" cy="${n((Math.floor(i / 4) + 0.5) / 4)}" r=".07" fill="${a}"/>`,
      ).join(''),
    () =>
      Array.from(
        { length: 4 },
        (_, i) =>
          `<path d="M0 0H${n(1 - i / 4)}A${n(1 - i / 4)} ${n(1 - i / 4)} 0 0 1 0 ${n(1 - i / 4)}Z" fill="${i % 2 ? ground : a}"/>`,
      ).join(''),
    () => `<path d="M.5 0L1 .5L.5 1L0 .5Z" fill="${a}"/><rect x=".37" y=".37" width=".26" height=".26" fill="${b}"/>`,
  ];
  return `<rect width="1.004" height="1.004" fill="${ground}"/><g transform="rotate(${whole(0, 3) * 90} .5 .5)">${pick(shapes)()}</g>`;
}

/** A square wall of tiles; some are joined to one of two by two. */
function wall(seed: string, { ground, inks }: Palette, across: number, width = 1200, height = 1200): Drawing {
  const source = random(seed);
  const margin = Math.min(width, height) * 0.06;
  const size = (width - 2 * margin) / across;
  const down = Math.round((height - 2 * margin) / size);
  const used = new Set<string>();
  const parts = [`<rect width="100%" height="100%" fill="${ground}"/>`];
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      if (used.has(`${x},${y}`)) continue;
      const corners = [`${x + 1},${y}`, `${x},${y + 1}`, `${x + 1},${y + 1}`];
      const large =
        x + 1 < across && y + 1 < down && source.chance(0.22) && corners.every((corner) => !used.has(corner));
      if (large) for (const corner of corners) used.add(corner);
      parts.push(
        `<g transform="translate(${n(margin + x * size)} ${n((height - down * size) / 2 + y * size)}) scale(${n(size * (large ? 2 : 1))})">${tile(source, inks)}</g>`,
      );
    }
  return svg(width, height, parts.join(''));
}

const piece = (
  id: string,
  title: string,
  rarity: Artist['works'][number]['rarity'],
  palette: Palette,
  across: number,
): Artist['works'][number] => ({
  kind: 'image',
  id,
  title,
  collection: 'wall-charts',
  rarity,
  properties: [
    ['Palette', palette.name],
    ['Grid', `${across} × ${across}`],
  ],
  draw: () => wall(id, palette, across),
});

export const studioQuadrat: Artist = {
  id: 'studio-quadrat',
  name: 'Studio Quadrat',
  collections: [{ id: 'wall-charts', name: 'Wall Charts' }],
  avatar: () => wall('avatar-2', PALETTES.primer, 2, 800, 800),
  cover: () => wall('quadrat-cover', PALETTES.primer, 12, 1500, 500),
  works: [
    piece('chart-no-4', 'Chart No. 4', 'common', PALETTES.primer, 5),
    piece('chart-no-9', 'Chart No. 9', 'common', PALETTES.harbour, 6),
    piece('chart-no-12', 'Chart No. 12', 'common', PALETTES.orchard, 4),
    piece('chart-no-17', 'Chart No. 17', 'rare', PALETTES.arcade, 7),
    piece('chart-no-21', 'Chart No. 21', 'common', PALETTES.clay, 5),
  ],
};
