import { mixed } from '../colour.ts';
import { type Artist, type Drawing, n, svg } from '../piece.ts';
import { layered, noise, random } from '../random.ts';

type Scene = {
  readonly time: string;
  /** From the top of the sky to the horizon. */
  readonly sky: readonly [string, string, string];
  readonly far: string;
  readonly near: string;
  readonly sun: string;
  readonly sunAt: readonly [x: number, y: number, radius: number];
  readonly ridges: number;
  readonly stars: boolean;
  readonly birds: number;
  readonly lake: boolean;
};

const SCENES = {
  dawn: {
    time: 'Dawn',
    sky: ['#24375c', '#e58d76', '#fbdcae'],
    far: '#d9937f',
    near: '#1c2740',
    sun: '#fff0cf',
    sunAt: [0.62, 0.42, 0.13],
    ridges: 7,
    stars: false,
    birds: 7,
    lake: false,
  },
  noon: {
    time: 'Noon',
    sky: ['#6fb3c9', '#b9dcd9', '#f4f1de'],
    far: '#a5c9c4',
    near: '#1f4a4d',
    sun: '#ffffff',
    sunAt: [0.3, 0.22, 0.08],
    ridges: 8,
    stars: false,
    birds: 5,
    lake: true,
  },
  dusk: {
    time: 'Dusk',
    sky: ['#1b1436', '#8a2d5e', '#f7834f'],
    far: '#a43f63',
    near: '#120b23',
    sun: '#ffd27a',
    sunAt: [0.5, 0.52, 0.2],
    ridges: 6,
    stars: true,
    birds: 9,
    lake: true,
  },
  night: {
    time: 'Night',
    sky: ['#050a1c', '#10264a', '#315d7e'],
    far: '#294c6c',
    near: '#030712',
    sun: '#f4f3e6',
    sunAt: [0.7, 0.24, 0.1],
    ridges: 7,
    stars: true,
    birds: 0,
    lake: true,
  },
  autumn: {
    time: 'Late autumn',
    sky: ['#dfcfae', '#efd9b0', '#f7ead0'],
    far: '#d99a5b',
    near: '#4c1a17',
    sun: '#c8402f',
    sunAt: [0.4, 0.3, 0.15],
    ridges: 8,
    stars: false,
    birds: 11,
    lake: false,
  },
} as const satisfies Record<string, Scene>;

function landscape(seed: string, scene: Scene, width = 1200, height = 1500): Drawing {
  const source = random(seed);
  const heights = layered(noise(source), 5);
  const [top, middle, low] = scene.sky;
  const horizon = height * (scene.lake ? 0.72 : 1);
  const parts = [
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset=".42" stop-color="${middle}"/><stop offset=".75" stop-color="${low}"/></linearGradient>`,
    `<radialGradient id="halo"><stop offset="0" stop-color="${scene.sun}" stop-opacity=".55"/><stop offset="1" stop-color="${scene.sun}" stop-opacity="0"/></radialGradient></defs>`,
    '<rect width="100%" height="100%" fill="url(#sky)"/>',
  ];
  if (scene.stars)
    for (let star = 0; star < 260; star++) {
      const y = height * 0.6 * source.next() ** 1.5;
      parts.push(
        `<circle cx="${n(source.between(0, width))}" cy="${n(y)}" r="${n(source.between(0.6, 2.4))}" fill="#fff" opacity="${n(0.9 - (y / height) * 1.3)}"/>`,
      );
    }
  const side = Math.min(width, height);
  const [sx, sy, sr] = [scene.sunAt[0] * width, scene.sunAt[1] * height, scene.sunAt[2] * side];
  parts.push(
    `<circle cx="${n(sx)}" cy="${n(sy)}" r="${n(sr * 2.6)}" fill="url(#halo)"/><circle cx="${n(sx)}" cy="${n(sy)}" r="${n(sr)}" fill="${scene.sun}"/>`,
  );
  for (let band = 0; band < 5; band++) {
    const y = sy + sr * (0.15 + band * 0.17);
    parts.push(
      `<rect x="${n(sx - sr * 1.2)}" y="${n(y)}" width="${n(sr * 2.4)}" height="${n(2 + band * 2.4)}" fill="${mixed(middle, low, 0.5)}" opacity="${sr > side * 0.12 ? 0.75 : 0}"/>`,
    );
  }
  for (let cloud = 0; cloud < 9; cloud++) {
    const y = source.between(0.16, 0.5) * height;
    const length = source.between(0.16, 0.5) * width;
    const x = source.between(-0.2, 0.9) * width;
    parts.push(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(length)}" height="${n(side * 0.012)}" rx="${n(side * 0.006)}" fill="${mixed(low, '#ffffff', 0.4)}" opacity=".34"/>`,
    );
  }
  for (let bird = 0; bird < scene.birds; bird++) {
    const [x, y, wing] = [
      sx + source.normal() * width * 0.16,
      sy + source.normal() * height * 0.06,
      side * source.between(0.008, 0.018),
    ];
    parts.push(
      `<path d="M${n(x - wing)} ${n(y)}q${n(wing / 2)} ${n(-wing * 0.7)} ${n(wing)} 0q${n(wing / 2)} ${n(-wing * 0.7)} ${n(wing)} 0" fill="none" stroke="${scene.near}" stroke-width="${n(side * 0.0022)}" stroke-linecap="round"/>`,
    );
  }
  const mountains: string[] = [];
  for (let ridge = 0; ridge < scene.ridges; ridge++) {
    const near = ridge / (scene.ridges - 1);
    const base = height * (scene.lake ? 0.46 + near * 0.22 : 0.46 + near * 0.42);
    const rise = height * (0.2 - near * 0.06);
    const colour = mixed(scene.far, scene.near, near ** 1.1);
    const points: string[] = [];
    for (let x = 0; x <= width; x += 3) {
      const u = (x / 1200) * (1.4 + near * 1.6);
      const peak = 1 - Math.abs(heights(u + ridge * 17, ridge * 7)) * 2.1;
      points.push(`${x} ${n(base - rise * peak * 0.8 - rise * 0.4 * heights(u * 2.2 + 40, ridge * 3))}`);
    }
    mountains.push(
      `<linearGradient id="r${ridge}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${colour}"/><stop offset="1" stop-color="${mixed(colour, low, 0.6 - near * 0.35)}"/></linearGradient>`,
    );
    mountains.push(`<path d="M0 ${n(horizon)}L${points.join('L')}L${width} ${n(horizon)}Z" fill="url(#r${ridge})"/>`);
    if (near > 0.55)
      for (let tree = 0; tree < 46; tree++) {
        const index = source.whole(2, points.length - 3);
        const [x, y] = (points[index] as string).split(' ').map(Number) as [number, number];
        const tall = height * source.between(0.012, 0.03) * (0.5 + near);
        if (y + 4 < horizon)
          mountains.push(
            `<path d="M${n(x)} ${n(y - tall)}l${n(tall * 0.2)} ${n(tall * 1.2)}h${n(-tall * 0.4)}z" fill="${mixed(colour, scene.near, 0.35)}"/>`,
          );
      }
  }
  parts.push(...mountains);
  if (scene.lake) {
    parts.push(
      `<clipPath id="w"><rect y="${n(horizon)}" width="${width}" height="${n(height - horizon)}"/></clipPath>`,
    );
    parts.push(
      `<g clip-path="url(#w)"><rect y="${n(horizon)}" width="${width}" height="${n(height - horizon)}" fill="${mixed(low, scene.far, 0.35)}"/>`,
    );
    parts.push(
      `<g opacity=".5" transform="translate(0 ${n(2 * horizon)}) scale(1 -1)">${mountains.filter((part) => part.startsWith('<path')).join('')}</g>`,
    );
    for (let ripple = 0; ripple < 130; ripple++) {
      const depth = source.next();
      const y = horizon + (height - horizon) * depth ** 1.4;
      const length = width * source.between(0.02, 0.2) * (0.4 + depth);
      const shine = Math.abs(source.normal()) < 1 ? sx + source.normal() * sr * 0.9 : source.between(0, width);
      parts.push(
        `<rect x="${n(shine - length / 2)}" y="${n(y)}" width="${n(length)}" height="${n(1.2 + depth * 4)}" rx="2" fill="${source.chance(0.6) ? scene.sun : scene.near}" opacity="${n(0.12 + 0.2 * source.next())}"/>`,
      );
    }
    parts.push('</g>');
  }
  return svg(width, height, parts.join(''));
}

const piece = (
  id: string,
  title: string,
  rarity: Artist['works'][number]['rarity'],
  scene: Scene,
): Artist['works'][number] => ({
  kind: 'image',
  id,
  title,
  collection: 'nine-views',
  rarity,
  properties: [
    ['Hour', scene.time],
    ['Ridges', String(scene.ridges)],
    ['Water', scene.lake ? 'Lake' : 'None'],
  ],
  draw: () => landscape(id, scene),
});

export const kumoPress: Artist = {
  id: 'kumo-press',
  name: 'Kumo Press',
  collections: [{ id: 'nine-views', name: 'Nine Views of No Mountain' }],
  avatar: () => landscape('kumo', { ...SCENES.dusk, sunAt: [0.5, 0.4, 0.26], birds: 0 }, 800, 800),
  cover: () => landscape('kumo-cover', { ...SCENES.dawn, sunAt: [0.72, 0.4, 0.24] }, 1500, 500),
  works: [
    piece('first-light-ferry', 'First Light, No Ferry', 'common', SCENES.dawn),
    piece('glass-noon', 'Glass Noon', 'common', SCENES.noon),
    piece('lanterns-out', 'Lanterns Out', 'rare', SCENES.dusk),
    piece('moon-tax', 'Moon Tax', 'epic', SCENES.night),
    piece('rust-season', 'Rust Season', 'common', SCENES.autumn),
  ],
};
