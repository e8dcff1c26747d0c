import { mixed } from '../colour.ts';
import { type Artist, type Drawing, n, svg } from '../piece.ts';
import { layered, noise, random } from '../random.ts';

type City = {
  readonly weather: string;
  readonly sky: readonly [string, string];
  readonly roof: string;
  readonly left: string;
  readonly right: string;
  readonly fog: string;
  readonly lights: readonly string[];
  readonly tall: number;
};

const CITIES = {
  neon: {
    weather: 'Neon rain',
    sky: ['#090418', '#3b0d57'],
    roof: '#3d2a78',
    left: '#1c1147',
    right: '#120a31',
    fog: '#7a1f7d',
    lights: ['#ff3ea5', '#33e1ff', '#ffe66d'],
    tall: 5.4,
  },
  amber: {
    weather: 'Clear',
    sky: ['#0a1128', '#2f3e6b'],
    roof: '#465a8f',
    left: '#24325e',
    right: '#141d3d',
    fog: '#7d84b2',
    lights: ['#ffb627', '#ffdd80', '#fff3cf'],
    tall: 4.4,
  },
  snow: {
    weather: 'First snow',
    sky: ['#31465f', '#a9bccf'],
    roof: '#f2f6fa',
    left: '#6d829b',
    right: '#4b5f78',
    fog: '#c3d1de',
    lights: ['#ffc46b', '#ffe1a8'],
    tall: 3.6,
  },
  coral: {
    weather: 'Heat',
    sky: ['#2a0b26', '#d8503f'],
    roof: '#f08a5d',
    left: '#8c2f4d',
    right: '#561d3c',
    fog: '#f2785c',
    lights: ['#ffe9b0', '#ffd166', '#fff'],
    tall: 4.8,
  },
  jade: {
    weather: 'Harbour fog',
    sky: ['#021a1a', '#0f4c45'],
    roof: '#2c8c7c',
    left: '#0e4a45',
    right: '#072c2c',
    fog: '#3aa892',
    lights: ['#d8f3a5', '#f7fff7', '#ffb86b'],
    tall: 5,
  },
} as const satisfies Record<string, City>;

/** Blocks on a diamond grid, painted from the back; what is far sinks into the fog. */
function city(seed: string, look: City, across: number, width = 1200, height = 1200): Drawing {
  const source = random(seed);
  const rise = layered(noise(source), 3);
  const unit = width / across;
  const [hx, hy] = [unit / 2, unit / 4];
  const parts = [
    `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${look.sky[0]}"/><stop offset="1" stop-color="${look.sky[1]}"/></linearGradient></defs>`,
    '<rect width="100%" height="100%" fill="url(#s)"/>',
  ];
  const rows = Math.ceil((height * 0.62) / hy) + 3;
  for (let sum = -2; sum < rows; sum++)
    for (let column = -Math.ceil(across / 2) - 1; column <= Math.ceil(across / 2) + 1; column++) {
      const depth = Math.min(1, Math.max(0, sum / rows));
      const cx = width / 2 + (column + (sum % 2 ? 0.5 : 0)) * unit;
      const cy = height * 0.5 + sum * hy;
      if (cx < -unit || cx > width + unit) continue;
      const centre = 1 - Math.min(1, Math.abs(cx - width / 2) / (width * 0.75));
      const raw =
        0.4 +
        Math.abs(rise(column * 0.37 + 9, sum * 0.21)) * look.tall * (0.3 + centre) +
        source.next() ** 4 * look.tall * 0.8 * centre;
      const high = unit * raw * (1.15 - depth * 0.8);
      const haze = (1 - depth) ** 2 * 0.66;
      const paint = (colour: string) => mixed(colour, look.fog, haze);
      const inset = source.between(0.58, 0.8);
      const [bx, by] = [hx * inset, hy * inset];
      const top = cy - high;
      parts.push(
        `<path d="M${n(cx - bx)} ${n(top)}L${n(cx)} ${n(top + by)}V${n(cy + by + unit)}H${n(cx - bx)}Z" fill="${paint(look.left)}"/>`,
      );
      parts.push(
        `<path d="M${n(cx + bx)} ${n(top)}L${n(cx)} ${n(top + by)}V${n(cy + by + unit)}H${n(cx + bx)}Z" fill="${paint(look.right)}"/>`,
      );
      parts.push(
        `<path d="M${n(cx)} ${n(top - by)}L${n(cx + bx)} ${n(top)}L${n(cx)} ${n(top + by)}L${n(cx - bx)} ${n(top)}Z" fill="${paint(look.roof)}"/>`,
      );
      const storeys = Math.floor(high / (unit * 0.13));
      const panes = 4;
      const lit = source.between(0.12, 0.62);
      for (const side of [-1, 1])
        for (let storey = 0; storey < Math.min(storeys, 16); storey++)
          for (let pane = 0; pane < panes; pane++) {
            if (!source.chance(lit)) continue;
            const u = (pane + 0.24) / panes;
            const w = 0.52 / panes;
            const x0 = cx + side * bx * (1 - u);
            const x1 = cx + side * bx * (1 - u - w);
            const y0 = top + by * u + unit * 0.07 + storey * unit * 0.13;
            const y1 = top + by * (u + w) + unit * 0.07 + storey * unit * 0.13;
            const tall = unit * 0.062;
            parts.push(
              `<path d="M${n(x0)} ${n(y0)}L${n(x1)} ${n(y1)}V${n(y1 + tall)}L${n(x0)} ${n(y0 + tall)}Z" fill="${mixed(source.pick(look.lights), look.fog, haze * 0.8)}" opacity="${side < 0 ? 0.95 : 0.75}"/>`,
            );
          }
      if (raw > look.tall * 0.55 && source.chance(0.5))
        parts.push(
          `<path d="M${n(cx)} ${n(top)}v${n(-unit * 0.5)}" stroke="${paint(look.roof)}" stroke-width="2"/><circle cx="${n(cx)}" cy="${n(top - unit * 0.5)}" r="3.4" fill="${look.lights[0]}"/>`,
        );
    }
  return svg(width, height, parts.join(''));
}

const piece = (
  id: string,
  title: string,
  rarity: Artist['works'][number]['rarity'],
  look: City,
  across: number,
): Artist['works'][number] => ({
  kind: 'image',
  id,
  title,
  collection: 'after-hours',
  rarity,
  properties: [
    ['Weather', look.weather],
    ['Blocks', String(across)],
  ],
  draw: () => city(id, look, across),
});

export const nocturne: Artist = {
  id: 'nocturne-88',
  name: 'Nocturne 88',
  collections: [{ id: 'after-hours', name: 'After Hours' }],
  avatar: () => city('nocturne', CITIES.neon, 4, 800, 800),
  cover: () => city('nocturne-cover', CITIES.amber, 17, 1500, 500),
  works: [
    piece('last-tram', 'Last Tram', 'rare', CITIES.neon, 6),
    piece('all-shift', 'Night Shift, All of It', 'common', CITIES.amber, 8),
    piece('quiet-roofs', 'Quiet Roofs', 'common', CITIES.snow, 7),
    piece('heat-warning', 'Heat Warning', 'common', CITIES.coral, 9),
    piece('container-dreams', 'Container Dreams', 'epic', CITIES.jade, 7),
  ],
};
