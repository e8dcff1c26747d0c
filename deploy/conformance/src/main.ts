// `npm run tessera -- check <name>`: holds a remote to what every remote has to keep.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Descriptor,
  ENTRY_FILE,
  parseDescriptor,
  publishBuild,
  ReleaseError,
  remoteName,
} from '@tessera/releases';
import { buildProbe, buildWithHost, readReport } from './build.ts';
import { type Finding, inWords, type ProbeResult, type Report } from './findings.ts';
import { checkBroken, checkFaults } from './probes/faults.ts';
import { checkMounts } from './probes/mount.ts';
import { checkCopies } from './probes/shared-copies.ts';
import { checkSizes } from './probes/size.ts';
import { checkStyles } from './probes/styles.ts';
import { checkSwaps, SWAPS } from './probes/swap.ts';
import { checkTexts, type TextTree } from './probes/texts.ts';
import { openStage } from './stage/stage.ts';

const root = resolve(import.meta.dirname, '../../..');

type Outcome = readonly Finding[] | { readonly findings: readonly Finding[]; readonly figures: Record<string, number> };

const probes: ProbeResult[] = [];

async function probe(name: string, run: () => Outcome | Promise<Outcome>): Promise<void> {
  const began = performance.now();
  // Words for whoever waits; the report itself is what is printed.
  console.error(`  ${name} …`);
  const outcome = await run();
  const { findings, figures } = 'findings' in outcome ? outcome : { findings: outcome, figures: {} };
  probes.push({ name, milliseconds: Math.round(performance.now() - began), findings, figures });
}

const readTexts = (dir: string): Record<string, TextTree> =>
  Object.fromEntries(
    readdirSync(join(dir, 'src/i18n')).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(dir, 'src/i18n', file), 'utf8')) as TextTree,
    ]),
  );

function filesOf(folder: string, ending: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

async function checkStatically(descriptor: Descriptor, dir: string, folder: string, version: string): Promise<void> {
  const { screens, texts } = readReport(folder);
  await probe('texts', () => checkTexts(readTexts(dir)));
  const prefix = `${descriptor.name}_${version.replace(/[^a-z0-9]/gi, '_')}-`;
  await probe('styles', () =>
    [...filesOf(folder, '.css')].flatMap(([file, css]) => checkStyles(file, Buffer.from(css), prefix)),
  );
  await probe('copies', () => checkCopies(filesOf(folder, '.js')));
  await probe('size', () => {
    const read = (file: string) => readFileSync(join(folder, file));
    const { findings, largest } = checkSizes({ budget: descriptor.budget, entry: ENTRY_FILE, screens, texts, read });
    return { findings, figures: { 'KiB of the largest screen': Math.round(largest * 10) / 10 } };
  });
}

async function checkInBrowser(descriptor: Descriptor, dir: string, folder: string, version: string): Promise<void> {
  const { name, routes } = descriptor;
  const path = routes[0]?.path ?? '/';
  const second = `${version}-probe`;
  const probeFolder = await buildProbe(root, dir, second, path);
  const stage = await openStage(root);
  try {
    const act = { who: 'check', why: 'the conformance run' };
    const at = Date.now();
    await publishBuild(stage.desk.store, { name, version, folder, descriptor }, { ...act, at });
    await publishBuild(stage.desk.store, { name, version: second, folder: probeFolder, descriptor }, { ...act, at });
    const serve = async (which: string) => {
      await stage.desk.promote({ name, version: which }, act);
      // The gateway looks at the store a few times a second.
      for (;;) {
        const answer = await fetch(`${stage.origin}/h5/manifest.json`).then((reply) => reply.text());
        if (answer.includes(`\\"stable\\":{\\"name\\":\\"${name}\\",\\"version\\":\\"${which}\\"`)) return;
        await new Promise((next) => setTimeout(next, 100));
      }
    };
    await serve(version);
    const { screens } = readReport(folder);
    await probe('mount', () =>
      checkMounts(
        stage,
        routes.map((route) => route.path),
      ),
    );
    await probe('faults', () =>
      checkFaults(stage, { path, files: screens[path] ?? [], folder: `/h5/remotes/${name}/${version}/` }),
    );
    await serve(second);
    await probe('broken', () => checkBroken(stage, path));
    await serve(version);
    await probe(`${SWAPS} swaps`, async () => {
      const { findings, retained } = await checkSwaps(stage, name, path, [version, second]);
      return { findings, figures: { 'KiB retained per swap': Math.round(retained) } };
    });
  } finally {
    await stage.stop();
    rmSync(dirname(probeFolder), { recursive: true, force: true });
  }
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } });
  const [name, ...more] = positionals;
  const dir = join(root, 'remotes', name ?? '');
  if (name === undefined || more.length > 0 || !remoteName.safeParse(name).success) {
    console.error('Exactly one remote is needed: check markets');
    return 2;
  }
  if (!existsSync(join(dir, 'remote.json'))) {
    console.error(`There is no remotes/${name}/remote.json.`);
    return 2;
  }
  let descriptor: Descriptor | undefined;
  await probe('descriptor', () => {
    try {
      descriptor = parseDescriptor(JSON.parse(readFileSync(join(dir, 'remote.json'), 'utf8')), 'remote.json');
      return [];
    } catch (error) {
      if (!(error instanceof ReleaseError || error instanceof SyntaxError)) throw error;
      return [{ code: 'descriptor-invalid', message: error.message }];
    }
  });
  let version = 'not built';
  if (descriptor) {
    const { remote } = await buildWithHost(root, name);
    version = remote.version;
    await checkStatically(descriptor, dir, remote.folder, version);
    await checkInBrowser(descriptor, dir, remote.folder, version);
  }
  const report: Report = { name, version, passed: probes.every(({ findings }) => findings.length === 0), probes };
  console.log(values.json ? JSON.stringify(report, null, 2) : inWords(report));
  return report.passed ? 0 : 1;
}

process.exitCode = await main();
