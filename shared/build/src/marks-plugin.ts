import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Compiler } from 'webpack';
import { REPOSITORY } from './contract/shared-sources.ts';
import type { PackageLicence } from './licences/package-licence.ts';

/** Logos of coins, which are kept here, with their licences. */
const MARKS = join(REPOSITORY, 'shared/ui/marks');
/** Countries by ISO 3166-1 alpha-2, and the European Union. */
const FLAG = /^[a-z]{2}\.svg$/;

const require = createRequire(import.meta.url);
/** Of the package of flags; absolute. */
export const FLAGS = require.resolve('circle-flags/package.json');

/** What the marks that are kept here have to be accompanied by. */
export const markNotices = (): readonly PackageLicence[] =>
  JSON.parse(readFileSync(join(MARKS, 'notices.json'), 'utf8')) as PackageLicence[];

const svgsOf = (folder: string): readonly string[] => readdirSync(folder).filter((file) => file.endsWith('.svg'));

/** Files that pages are built with and no module asks for; absolute paths. */
export const markFiles = (): readonly string[] => [
  join(MARKS, 'notices.json'),
  ...svgsOf(join(MARKS, 'coins')).map((file) => join(MARKS, 'coins', file)),
];

type Marks = { readonly folder: string; readonly files: ReadonlyMap<string, Buffer> };

/** Pictures of coins and flags by their paths in the build, in a folder that is named by their content. */
export function readMarks(): Marks {
  const coins = join(MARKS, 'coins');
  const flags = join(dirname(FLAGS), 'flags');
  const pictures = [
    ...svgsOf(coins).map((file) => [`coins/${file}`, readFileSync(join(coins, file))] as const),
    ...svgsOf(flags).flatMap((file) =>
      FLAG.test(file) ? [[`flags/${file}`, readFileSync(join(flags, file))] as const] : [],
    ),
  ].sort(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash('sha256');
  for (const [path, content] of pictures) hash.update(`${path} ${content.length}\n`).update(content);
  const folder = `assets/marks.${hash.digest('hex').slice(0, 10)}`;
  return { folder, files: new Map(pictures.map(([path, content]) => [`${folder}/${path}`, content])) };
}

/** Puts the pictures of coins and flags beside the files of a page, each to be loaded when it is shown. */
export class MarksPlugin {
  readonly #marks: Marks;

  constructor(marks: Marks) {
    this.#marks = marks;
  }

  apply(compiler: Compiler): void {
    const { Compilation: Stages, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('MarksPlugin', (compilation) => {
      const stage = Stages.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'MarksPlugin', stage }, () => {
        for (const [path, content] of this.#marks.files) compilation.emitAsset(path, new sources.RawSource(content));
      });
    });
  }
}
