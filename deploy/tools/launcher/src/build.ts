// `npm run build`: builds what is stale. With names, only those packages; with --json, prints what is built as JSON.
import '@tessera/releases/explain-full-disk';
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { buildStale, buildsOf, failuresOf } from './builds.ts';
import { builtPackages } from './layout.ts';

const { positionals: names, values } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } });
const known = builtPackages();
const unknown = names.filter((name) => !known.some((target) => target.name === name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. What is built: ${known.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(signal));
const outcomes = await buildStale(
  (line) => console.error(line),
  names.length === 0 ? known : known.filter(({ name }) => names.includes(name)),
  stop.signal,
);
if (stop.signal.aborted) process.exit(128 + constants.signals[stop.signal.reason as NodeJS.Signals]);
for (const { package: target, failure } of failuresOf(outcomes)) console.error(`\n${target.name}: ${failure}`);
if (values.json) {
  const builds = buildsOf(outcomes).map(({ package: target, version, folder }) => ({
    kind: target.kind,
    name: target.name,
    dir: target.dir,
    version,
    folder,
  }));
  console.log(JSON.stringify(builds));
} else {
  const unchanged = buildsOf(outcomes).filter(({ fresh }) => !fresh).length;
  console.error(`${buildsOf(outcomes).length} packages are built, ${unchanged} of them were up to date.`);
}
process.exit(failuresOf(outcomes).length > 0 ? 1 : 0);
