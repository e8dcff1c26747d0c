import { type Rgb, rgb } from '../colour.ts';
import type { Artist, Pixels } from '../piece.ts';
import { random } from '../random.ts';

const TURN = 2 * Math.PI;
const FRAMES = 144;
const SIDE = 640;

/** Light that adds up, as on a cathode ray tube. */
class Tube {
  readonly #light: Float32Array;
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#light = new Float32Array(width * height * 3);
  }

  dot(x: number, y: number, radius: number, [red, green, blue]: Rgb, strength: number): void {
    const wide = radius * (this.height / 480);
    const reach = Math.ceil(wide * 2.2);
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) {
        const [px, py] = [Math.round(x) + dx, Math.round(y) + dy];
        if (px < 0 || py < 0 || px >= this.width || py >= this.height) continue;
        const far = ((px - x) ** 2 + (py - y) ** 2) / (wide * wide);
        const glow = strength * Math.exp(-far * 1.4);
        const place = (py * this.width + px) * 3;
        this.#light[place] = (this.#light[place] as number) + red * glow;
        this.#light[place + 1] = (this.#light[place + 1] as number) + green * glow;
        this.#light[place + 2] = (this.#light[place + 2] as number) + blue * glow;
      }
  }

  line(x0: number, y0: number, x1: number, y1: number, colour: Rgb, strength: number): void {
    const length = Math.min(900, Math.hypot(x1 - x0, y1 - y0));
    const steps = Math.max(1, Math.ceil(length / 1.6));
    for (let step = 0; step <= steps; step++) {
      const t = step / steps;
      this.dot(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t, 1.25, colour, strength);
    }
  }

  picture(ground: (share: number) => Rgb): Pixels {
    const data = new Uint8Array(this.#light.length);
    for (let place = 0; place < data.length; place++) {
      const base = ground(Math.floor(place / 3 / this.width) / this.height)[place % 3] as number;
      const lit = this.#light[place] as number;
      data[place] = Math.min(255, base + 255 * (1 - Math.exp(-lit / 78)));
    }
    return { width: this.width, height: this.height, data };
  }
}

const between = (a: string, b: string) => {
  const [from, to] = [rgb(a), rgb(b)];
  return (share: number): Rgb =>
    [0, 1, 2].map((i) => (from[i] as number) + ((to[i] as number) - (from[i] as number)) * share) as unknown as Rgb;
};

/** A torus knot of lights that turns once. */
function knot(beat: number, width = SIDE, height = SIDE): Pixels {
  const tube = new Tube(width, height);
  const [pink, cyan] = [rgb('#ff4fa3'), rgb('#4fd8ff')];
  const turn = TURN * beat;
  const size = Math.min(width, height);
  for (let index = 0; index < 900; index++) {
    const t = (index / 900) * TURN;
    const radius = 1 + 0.42 * Math.cos(3 * t + turn);
    const [x, y, z] = [radius * Math.cos(2 * t), radius * Math.sin(2 * t), 0.42 * Math.sin(3 * t + turn)];
    const [rx, rz] = [x * Math.cos(turn) + z * Math.sin(turn), -x * Math.sin(turn) + z * Math.cos(turn)];
    const ry = y * Math.cos(0.5) - rz * Math.sin(0.5);
    const depth = y * Math.sin(0.5) + rz * Math.cos(0.5);
    const near = 1 / (3.2 - depth);
    const mix = 0.5 + 0.5 * Math.sin(t * 3);
    const colour = [0, 1, 2].map((i) => (pink[i] as number) * mix + (cyan[i] as number) * (1 - mix)) as unknown as Rgb;
    tube.dot(
      width / 2 + rx * near * size * 0.86,
      height / 2 + ry * near * size * 0.86,
      0.8 + near * 3.4,
      colour,
      0.12 + near * 0.7,
    );
  }
  return tube.picture(between('#05060f', '#140a2b'));
}

/** A grid that rolls towards the eye over hills, under a sun. */
function plain(beat: number, width = SIDE, height = SIDE): Pixels {
  const tube = new Tube(width, height);
  const horizon = height * 0.5;
  const [grid, sun] = [rgb('#b14dff'), rgb('#ff8a3d')];
  const rise = (x: number, z: number) =>
    Math.abs(x) < 1.2 ? 0 : (Math.abs(x) - 1.2) * 0.34 * (1 + Math.sin(x * 2.1) * Math.sin((z / 8) * TURN));
  const place = (x: number, z: number, shift: number) => {
    const depth = z + 0.6 - shift;
    return [
      width / 2 + (x / depth) * height * 0.62,
      horizon + ((0.55 - rise(x, z)) / depth) * height * 0.55,
      depth,
    ] as const;
  };
  const radius = height * 0.21;
  for (let dy = -radius; dy < radius; dy += 2) {
    if (dy > 0 && (dy / 15) % 1 > 0.62) continue;
    const half = Math.sqrt(radius * radius - dy * dy);
    for (let dx = -half; dx < half; dx += 2)
      tube.dot(
        width / 2 + dx,
        height * 0.33 + dy,
        1.5,
        [sun[0], sun[1] * (0.85 - dy / radius / 2.4), sun[2] + dy * 0.5],
        0.34,
      );
  }
  const shift = (beat * 8) % 1;
  const base = Math.floor(beat * 8);
  for (let row = 14; row >= 0; row--) {
    for (let column = -9; column < 9; column++) {
      const z = row + base;
      const [x0, y0, depth] = place(column * 0.5, z, base + shift);
      const [x1, y1] = place((column + 1) * 0.5, z, base + shift);
      const [x2, y2] = place(column * 0.5, z + 1, base + shift);
      if (depth < 0.35) continue;
      const fade = Math.min(0.8, 1.5 / (depth + 0.6)) * Math.min(1, (15 - row) / 4);
      tube.line(x0, y0, x1, y1, grid, fade * 0.5);
      tube.line(x0, y0, x2, y2, grid, fade * 0.5);
    }
  }
  return tube.picture(between('#0a0320', '#2a0a45'));
}

/** A sphere of points whose surface ripples. */
function planet(beat: number, width = SIDE, height = SIDE): Pixels {
  const tube = new Tube(width, height);
  const size = Math.min(width, height) * 0.33;
  for (let index = 0; index < 1500; index++) {
    const y = 1 - (index / 1499) * 2;
    const flat = Math.sqrt(1 - y * y);
    const angle = index * 2.399_963 + TURN * beat;
    const ripple = 1 + 0.12 * Math.sin(TURN * (beat * 2) + y * 9) + 0.06 * Math.sin(angle * 3);
    const [x, z] = [Math.cos(angle) * flat * ripple, Math.sin(angle) * flat * ripple];
    const near = (z + 1.4) / 2.4;
    const warm = 0.5 + 0.5 * Math.sin(y * 5 + TURN * beat);
    tube.dot(
      width / 2 + x * size,
      height / 2 + y * ripple * size,
      0.7 + near * 1.2,
      [90 + 165 * warm, 200 - 40 * warm, 255 - 130 * warm],
      near ** 2 * 0.75,
    );
  }
  return tube.picture(between('#02070d', '#071a24'));
}

/** Stars that fly past; each comes round once in the loop. */
function passage(beat: number, width = SIDE, height = SIDE): Pixels {
  const tube = new Tube(width, height);
  const source = random('passage');
  for (let star = 0; star < 420; star++) {
    const angle = source.between(0, TURN);
    const radius = source.between(0.12, 1.2);
    const start = source.next();
    const colour: Rgb = source.pick([rgb('#9ad1ff'), rgb('#ffffff'), rgb('#ffc48a'), rgb('#c59bff')]);
    const depth = 1 - ((start + beat) % 1);
    const twist = angle + depth * 1.6;
    const at = (d: number) =>
      [
        width / 2 + ((Math.cos(twist) * radius) / (d + 0.08)) * height * 0.16,
        height / 2 + ((Math.sin(twist) * radius) / (d + 0.08)) * height * 0.16,
      ] as const;
    const [x0, y0] = at(depth);
    const [x1, y1] = at(Math.min(1, depth + 0.035));
    const fade = Math.min(1, (1 - depth) * 2.2);
    tube.line(x0, y0, x1, y1, colour, fade * 0.5);
  }
  return tube.picture(between('#030309', '#0c0a1e'));
}

const piece = (
  id: string,
  title: string,
  rarity: Artist['works'][number]['rarity'],
  form: string,
  draw: (beat: number) => Pixels,
): Artist['works'][number] => ({
  kind: 'video',
  id,
  title,
  collection: 'cathode-dreams',
  rarity,
  properties: [
    ['Form', form],
    ['Loop', '6 s'],
  ],
  frames: FRAMES,
  perSecond: 24,
  step: (frame) => draw(frame / FRAMES),
});

export const vectorDrift: Artist = {
  id: 'vector-drift',
  name: 'Vector Drift',
  collections: [{ id: 'cathode-dreams', name: 'Cathode Dreams' }],
  avatar: () => planet(0.3),
  cover: () => plain(0.1, 1500, 500),
  works: [
    piece('unknot', 'Unknot Me', 'rare', 'Knot', (beat) => knot(beat)),
    piece('sunset-protocol', 'Sunset Protocol', 'legendary', 'Plain', (beat) => plain(beat)),
    piece('small-planet', 'Small Planet, Big Mood', 'common', 'Sphere', (beat) => planet(beat)),
    piece('passage', 'Passage', 'common', 'Stars', (beat) => passage(beat)),
  ],
};
