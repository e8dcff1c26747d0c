// `npm run bench -- sizes`: what pages cost over the wire, from builds of these sources; writes the table of README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStale, buildsOf, failuresOf } from '../src/builds.ts';
import { builtPackages, ROOT } from '../src/layout.ts';
import { withPart } from '../src/readme-part.ts';
import { SIZE_BUDGETS } from '../src/size-budgets.ts';
import { SIZES_PART, sizeFigures } from '../src/size-figures.ts';
import { measurePage } from '../src/sizes.ts';

const needed = new Set(['host', ...SIZE_BUDGETS.flatMap(({ remote }) => remote?.name ?? [])]);
const outcomes = await buildStale(
  (line) => console.log(line),
  builtPackages().filter(({ name }) => needed.has(name)),
);
for (const { package: target, failure } of failuresOf(outcomes)) throw new Error(`${target.name}: ${failure}`);

const measurements = SIZE_BUDGETS.map((budget) => measurePage(budget, buildsOf(outcomes)));
const missing = measurements.flatMap((one) => one.missing);
if (missing.length > 0) throw new Error(missing.join('\n'));
const table = sizeFigures(measurements);
console.log(`\n${table}`);
const page = join(ROOT, 'README.md');
writeFileSync(page, withPart(readFileSync(page, 'utf8'), SIZES_PART, table));
