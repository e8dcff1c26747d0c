/*
 * Draws the icons of the installed app and the picture of links to it, from the paths of `shared/ui/src/brand/mark.svg`:
 * `node backend/tools/app-icons/main.ts`. The files are committed; this runs when the mark changes.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const root = join(import.meta.dirname, '../../..');
const out = join(root, 'deploy/release/gateway/src/app/icons');
const [, path = ''] = /<path d="([^"]+)"/.exec(readFileSync(join(root, 'shared/ui/src/brand/mark.svg'), 'utf8')) ?? [];

/** Side of the mark's own drawing. */
const MARK = 16;
const GROUND =
  '<linearGradient id="g" x2="0" y2="1"><stop stop-color="#2f66ee"/><stop offset="1" stop-color="#173ba3"/></linearGradient>';

/** The mark at a share of the side, in the middle. */
const markAt = (side: number, share: number, fill: string): string => {
  const scale = (side * share) / MARK;
  const at = (side - side * share) / 2;
  return `<path transform="translate(${at} ${at}) scale(${scale})" fill="${fill}" d="${path}"/>`;
};

const square = (side: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><defs>${GROUND}</defs>${content}</svg>`;

const rounded = (side: number): string =>
  square(
    side,
    `<rect width="${side}" height="${side}" rx="${side * 0.22}" fill="url(#g)"/>${markAt(side, 0.56, '#fff')}`,
  );

/** Up to the edges: the system cuts it, at most to the inner four fifths. */
const whole = (side: number): string =>
  square(side, `<rect width="${side}" height="${side}" fill="url(#g)"/>${markAt(side, 0.46, '#fff')}`);

/** Tiles that grow fainter away from the mark; the same each time. */
function tiles(width: number, height: number): string {
  const side = 42;
  const gap = 10.5;
  let drawn = '';
  for (let x = 0; x * (side + gap) < width; x += 1) {
    for (let y = 0; y * (side + gap) < height; y += 1) {
      const noise = Math.abs(Math.sin(x * 12.9898 + y * 78.233) * 43758.5453) % 1;
      const far = Math.hypot(x * (side + gap) - width / 2, y * (side + gap) - height / 2) / (width / 2);
      const opacity = Math.max(0, noise - 0.45) * 0.35 * far;
      if (opacity > 0.01)
        drawn += `<rect x="${x * (side + gap)}" y="${y * (side + gap)}" width="${side}" height="${side}" fill="#fff" opacity="${opacity.toFixed(3)}"/>`;
    }
  }
  return drawn;
}

const share = (): string => {
  const [width, height, mark] = [1200, 630, 300];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${GROUND}</defs><rect width="${width}" height="${height}" fill="url(#g)"/>${tiles(width, height)}<path transform="translate(${(width - mark) / 2} ${(height - mark) / 2}) scale(${mark / MARK})" fill="#fff" d="${path}"/></svg>`;
};

const pictures: Readonly<Record<string, string>> = {
  'icon-192': rounded(192),
  'icon-512': rounded(512),
  'maskable-192': whole(192),
  'maskable-512': whole(512),
  'touch-180': whole(180),
  // Of notifications in the status bar: only its transparency counts.
  'badge-96': square(96, markAt(96, 0.8, '#fff')),
  share: share(),
};
for (const [name, svg] of Object.entries(pictures)) {
  await sharp(Buffer.from(svg))
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(out, `${name}.png`));
}
