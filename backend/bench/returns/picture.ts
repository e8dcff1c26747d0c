import { FIVE_MINUTES, TAIL_INDEX } from './published.ts';

/* The picture of docs/market-data.md: tails and clustering of five-minute returns. */

const WIDTH = 420;
const HEIGHT = 280;
const LEFT = 52;
const TOP = 44;

type Point = readonly [x: number, y: number];

const fixed = (value: number): string => value.toFixed(1);

type Panel = {
  readonly title: string;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly xTicks: readonly (readonly [value: number, label: string])[];
  readonly yTicks: readonly (readonly [value: number, label: string])[];
  readonly xLabel: string;
};

function frame({ title, x, y, xTicks, yTicks, xLabel }: Panel, body: string): string {
  const lines = [
    ...xTicks.map(
      ([value, label]) =>
        `<text x="${fixed(x(value))}" y="${TOP + HEIGHT + 16}" text-anchor="middle">${label}</text>` +
        `<line class="grid" x1="${fixed(x(value))}" x2="${fixed(x(value))}" y1="${TOP}" y2="${TOP + HEIGHT}"/>`,
    ),
    ...yTicks.map(
      ([value, label]) =>
        `<text x="${LEFT - 6}" y="${fixed(y(value) + 4)}" text-anchor="end">${label}</text>` +
        `<line class="grid" x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${fixed(y(value))}" y2="${fixed(y(value))}"/>`,
    ),
  ];
  return `<text class="title" x="${LEFT}" y="24">${title}</text>${lines.join('')}${body}
<text x="${LEFT + WIDTH / 2}" y="${TOP + HEIGHT + 34}" text-anchor="middle">${xLabel}</text>`;
}

const line = (name: string, points: readonly Point[], { x, y }: Panel): string =>
  `<polyline class="${name}" points="${points.map(([a, b]) => `${fixed(x(a))},${fixed(y(b))}`).join(' ')}"/>`;

/** Upper tail of a standard normal, both sides; Abramowitz and Stegun 26.2.17. */
function normalTail(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z);
  const series =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return (2 * series * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

export type Drawn = {
  /** Sizes of the returns in standard deviations. */
  readonly sizes: readonly number[];
  /** By lag from 1 on. */
  readonly ofReturns: readonly number[];
  readonly ofSizes: readonly number[];
};

/** An SVG. */
export function draw({ sizes, ofReturns, ofSizes }: Drawn): string {
  const tails: Panel = {
    title: 'Share of returns larger than x',
    x: (value) => LEFT + (Math.log10(value) / Math.log10(30)) * WIDTH,
    y: (value) => TOP + (-Math.log10(value) / 5) * HEIGHT,
    xTicks: [1, 2, 3, 5, 10, 20, 30].map((value) => [value, String(value)]),
    yTicks: [0, 1, 2, 3, 4, 5].map((power) => [10 ** -power, power === 0 ? '1' : `10⁻${'⁰¹²³⁴⁵'[power]}`]),
    xLabel: 'standard deviations, 5 min',
  };
  const sorted = sizes.toSorted((a, b) => b - a);
  const shown = sorted.flatMap((size, rank): Point[] =>
    size >= 1 && size <= 30 && (rank < 50 || rank % 200 === 0) ? [[size, (rank + 1) / sorted.length]] : [],
  );
  const at5 = sorted.filter((size) => size > 5).length / sorted.length;
  const cubic: Point[] = [5, 30].map((size): Point => [size, at5 * (size / 5) ** -TAIL_INDEX]);
  const normal = Array.from({ length: 33 }, (_, index) => 1 + index * 0.1).map((z): Point => [z, normalTail(z)]);

  const clusters: Panel = {
    title: 'Autocorrelation',
    x: (value) => LEFT + (Math.log10(value) / Math.log10(ofSizes.length)) * WIDTH,
    y: (value) => TOP + (1 - (value + 0.1) / 0.5) * HEIGHT,
    xTicks: [1, 3, 10, 30, 100, 300].filter((value) => value <= ofSizes.length).map((value) => [value, String(value)]),
    yTicks: [-0.1, 0, 0.1, 0.2, 0.3, 0.4].map((value) => [value, value.toFixed(1)]),
    xLabel: 'lag, 5 min',
  };
  const points = (values: readonly number[]): Point[] => values.map((value, index) => [index + 1, value]);
  const band = (name: string, [low, high]: readonly [number, number]): string =>
    `<rect class="${name}" x="${LEFT - 3}" width="7" y="${fixed(clusters.y(high))}" height="${fixed(clusters.y(low) - clusters.y(high))}"/>`;

  const second = WIDTH + LEFT + 40;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * second} ${TOP + HEIGHT + 70}" font-family="sans-serif" font-size="12">
<title>Tails and clustering of five-minute returns</title>
<style>text{fill:#444}.title{font-size:14px;font-weight:bold}.grid{stroke:#ddd}polyline{fill:none;stroke-width:2}
.own{stroke:#1463ff}.flat{stroke:#e0861a}.law{stroke:#444;stroke-dasharray:6 4}.bell{stroke:#aaa;stroke-dasharray:2 3}
.range{fill:#1463ff;opacity:.45}.still{fill:#e0861a;opacity:.45}</style>
<rect width="100%" height="100%" fill="#fff"/>
<g>${frame(tails, line('own', shown, tails) + line('law', cubic, tails) + line('bell', normal, tails))}
<text x="${LEFT}" y="${TOP + HEIGHT + 56}">blue: the simulated market; dashed: tail index 3 (Takaishi 2020); dotted: normal</text></g>
<g transform="translate(${second} 0)">${frame(
    clusters,
    band('range', FIVE_MINUTES.ofSizes) +
      band('still', FIVE_MINUTES.autocorrelation) +
      line('own', points(ofSizes), clusters) +
      line('flat', points(ofReturns), clusters),
  )}
<text x="${LEFT}" y="${TOP + HEIGHT + 56}">blue: of |r|; orange: of r; bars at lag 1: 11 coins (Petukhina et al. 2021)</text></g>
</svg>
`;
}
