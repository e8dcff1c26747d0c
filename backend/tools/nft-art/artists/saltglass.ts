import { type Artist, type Drawing, n, svg } from '../piece.ts';
import { layered, noise, random } from '../random.ts';

type Palette = { readonly name: string; readonly ground: string; readonly inks: readonly string[] };
const PALETTES = {
  tide: {
    name: 'Tide',
    ground: '#0b1d2a',
    inks: ['#f2e8cf', '#e76f51', '#f4a261', '#2a9d8f', '#8ecae6', '#1f6f8b', '#264653'],
  },
  ember: { name: 'Ember', ground: '#f4ece1', inks: ['#2b2d42', '#d62828', '#f77f00', '#fcbf49', '#8d99ae', '#6d2e46'] },
  lichen: {
    name: 'Lichen',
    ground: '#eef0e5',
    inks: ['#31572c', '#4f772d', '#90a955', '#d9a441', '#132a13', '#c26d52'],
  },
  violet: {
    name: 'Violet hour',
    ground: '#140f2d',
    inks: ['#f2c57c', '#ef8354', '#b33c86', '#7b2cbf', '#c8b6ff', '#4361ee'],
  },
  salt: { name: 'Salt', ground: '#e9e4dc', inks: ['#1d3557', '#457b9d', '#a8dadc', '#e63946', '#ffffff', '#f1c6a8'] },
  night: {
    name: 'Night ferry',
    ground: '#06090f',
    inks: ['#ffd166', '#06d6a0', '#118ab2', '#ef476f', '#e0fbfc', '#3d5a80'],
  },
} as const satisfies Record<string, Palette>;

type Settings = { readonly scale: number; readonly turn: number; readonly widest: number; readonly steps: boolean };

/** Ribbons that follow a field of directions and never touch: each keeps its distance on a grid of taken places. */
function ribbons(seed: string, { ground, inks }: Palette, settings: Settings, width = 1200, height = 1200): Drawing {
  const source = random(seed);
  const field = layered(noise(source), 2);
  const cell = 3;
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const taken = new Uint16Array(columns * rows);
  const direction = (x: number, y: number) => {
    const angle = field((x / 1200) * settings.scale, (y / 1200) * settings.scale) * Math.PI * settings.turn;
    return settings.steps ? Math.round(angle / (Math.PI / 6)) * (Math.PI / 6) : angle;
  };
  const around = (x: number, y: number, radius: number, visit: (index: number) => boolean): boolean => {
    const reach = Math.ceil(radius / cell);
    const [cx, cy] = [Math.round(x / cell), Math.round(y / cell)];
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) {
        if (dx * dx + dy * dy > reach * reach) continue;
        const [gx, gy] = [cx + dx, cy + dy];
        if (gx >= 0 && gy >= 0 && gx < columns && gy < rows && visit(gy * columns + gx)) return true;
      }
    return false;
  };
  const margin = Math.min(width, height) * 0.055;
  const inside = (x: number, y: number) => x > margin && y > margin && x < width - margin && y < height - margin;
  const paths: string[] = [];
  for (let attempt = 0, id = 1; attempt < 5_200; attempt++) {
    const thickness = settings.widest * (attempt < 60 ? 1 : attempt < 500 ? 0.5 : attempt < 2200 ? 0.24 : 0.11);
    const start = [source.between(margin, width - margin), source.between(margin, height - margin)] as const;
    const free = (x: number, y: number) =>
      inside(x, y) && !around(x, y, thickness / 2 + 4, (index) => taken[index] !== 0 && taken[index] !== id);
    if (!free(...start)) continue;
    const line: (readonly [number, number])[] = [start];
    const longest = source.between(60, 620);
    for (const way of [1, -1]) {
      let [x, y] = start;
      for (let gone = 0; gone < longest; gone += 4) {
        const angle = direction(x, y);
        x += Math.cos(angle) * 4 * way;
        y += Math.sin(angle) * 4 * way;
        if (!free(x, y)) break;
        if (way === 1) line.push([x, y]);
        else line.unshift([x, y]);
      }
    }
    if (line.length < 8) continue;
    for (const [x, y] of line)
      around(x, y, thickness / 2, (index) => {
        taken[index] = id;
        return false;
      });
    id++;
    const d = `M${line.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
    const ink = inks[Math.min(inks.length - 1, Math.floor(Math.abs(source.normal()) * inks.length * 0.42))] as string;
    paths.push(`<path d="${d}" stroke="${ink}" stroke-width="${n(thickness)}"/>`);
    if (thickness > 14 && source.chance(0.4)) {
      const other = source.pick(inks);
      const dash = n(thickness * source.between(0.2, 1.4));
      paths.push(
        `<path d="${d}" stroke="${other}" stroke-width="${n(thickness)}" stroke-dasharray="${dash} ${n(thickness * source.between(0.6, 4))}"/>`,
      );
    }
  }
  return svg(width, height, `<rect width="100%" height="100%" fill="${ground}"/><g fill="none">${paths.join('')}</g>`);
}

const piece = (
  id: string,
  title: string,
  rarity: Artist['works'][number]['rarity'],
  palette: Palette,
  settings: Settings,
): Artist['works'][number] => ({
  kind: 'image',
  id,
  title,
  collection: 'currents',
  rarity,
  properties: [
    ['Palette', palette.name],
    ['Turn', settings.steps ? 'Stepped' : 'Smooth'],
    ['Ribbon', settings.widest > 50 ? 'Broad' : 'Fine'],
  ],
  draw: () => ribbons(id, palette, settings),
});

export const saltglass: Artist = {
  id: 'saltglass',
  name: 'Saltglass',
  collections: [{ id: 'currents', name: 'Currents' }],
  avatar: () => ribbons('saltglass', PALETTES.tide, { scale: 1.2, turn: 1.8, widest: 130, steps: false }),
  cover: () => ribbons('cover', PALETTES.tide, { scale: 1.4, turn: 1.4, widest: 60, steps: false }, 1500, 500),
  works: [
    piece('ebb', 'Ebb', 'common', PALETTES.tide, { scale: 1.3, turn: 1.7, widest: 62, steps: false }),
    piece('kiln-weather', 'Kiln Weather', 'rare', PALETTES.ember, { scale: 0.9, turn: 2.2, widest: 70, steps: false }),
    piece('moss-ledger', 'Moss Ledger', 'common', PALETTES.lichen, { scale: 1.7, turn: 1.5, widest: 44, steps: true }),
    piece('violet-hour', 'Violet Hour', 'epic', PALETTES.violet, { scale: 1.1, turn: 2.6, widest: 84, steps: false }),
    piece('salt-road', 'Salt Road', 'common', PALETTES.salt, { scale: 0.8, turn: 1.9, widest: 56, steps: true }),
    piece('night-ferry', 'Night Ferry', 'legendary', PALETTES.night, {
      scale: 1.5,
      turn: 2.1,
      widest: 74,
      steps: false,
    }),
  ],
};
