import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackage } from './compile.ts';

const usage = 'usage: cli.ts <package folder> --version <version> --out <folder>';
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { version: { type: 'string' }, out: { type: 'string' } },
});
const [dir] = positionals;
if (!dir || !values.version || !values.out) {
  console.error(usage);
  process.exit(2);
}
try {
  const report = await buildPackage({ dir: resolve(dir), version: values.version, outDir: resolve(values.out) });
  console.log(`${report.name} ${values.version} built in ${report.milliseconds} ms`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
