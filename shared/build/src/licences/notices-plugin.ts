import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Compilation, Compiler, Module } from 'webpack';
import { licenceOf, MissingLicence, type PackageLicence } from './package-licence.ts';

const require = createRequire(import.meta.url);

/** Packages that write code of their own into a bundle, besides the modules in it. */
const RUNTIMES = ['webpack', 'mini-css-extract-plugin'];
const FEDERATION = '@module-federation/enhanced';

/** Folder and name of the innermost package in a path. Names with a dot are folders of tools, which write files there. */
const INSTALLED = /^.*[\\/]node_modules[\\/](?!\.)(?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/;

/** Folder of the installed package that a file belongs to; undefined for files of ours. */
export const installedPackage = (path: string): string | undefined => INSTALLED.exec(path)?.[0];

/** Modules of all chunks; those that were joined into one count one by one. */
function* bundledModules({ chunks, chunkGraph }: Compilation): Iterable<Module> {
  for (const chunk of chunks) {
    for (const module of chunkGraph.getChunkModulesIterable(chunk)) {
      yield module;
      if ('modules' in module) yield* module.modules as readonly Module[];
    }
  }
}

/** Licences of all packages of which code is in the bundle, or that one of `others` is a file of. Throws `MissingLicence`. */
function noticesOf(compilation: Compilation, others: readonly string[]): readonly PackageLicence[] {
  const folders = new Set<string>();
  const add = (path: string | null) => {
    // A module without a file has no package.
    const folder = path && !path.startsWith('data:') ? installedPackage(realpathSync(path)) : undefined;
    if (folder) folders.add(folder);
  };
  for (const module of bundledModules(compilation)) add(module.nameForCondition());
  for (const path of others) add(path);
  const byName = new Map(
    [...folders].map((folder) => {
      const licence = licenceOf(folder);
      return [`${licence.name}@${licence.version}`, licence] as const;
    }),
  );
  return [...byName].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, licence]) => licence);
}

type NoticesOptions = {
  readonly file: string;
  readonly federated: boolean;
  /** Absolute path of a file of each package whose pictures are in the build. */
  readonly pictures?: readonly string[];
  /** Of what comes from no installed package. */
  readonly more?: readonly PackageLicence[];
};

/**
 * Writes the licences of the packages in the bundle into a file of the build: no page loads it but the one that lists
 * them. A package without a licence or its text fails the build.
 */
export class NoticesPlugin {
  readonly #file: string;
  readonly #others: readonly string[];
  readonly #more: readonly PackageLicence[];

  constructor({ file, federated, pictures = [], more = [] }: NoticesOptions) {
    this.#file = file;
    const runtimes = federated ? [...RUNTIMES, FEDERATION] : RUNTIMES;
    this.#others = [...runtimes.map((name) => require.resolve(name)), ...pictures];
    this.#more = more;
  }

  apply(compiler: Compiler): void {
    const { Compilation: Stages, WebpackError, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('NoticesPlugin', (compilation) => {
      const stage = Stages.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'NoticesPlugin', stage }, () => {
        try {
          const packages = [...noticesOf(compilation, this.#others), ...this.#more].sort((one, other) =>
            one.name < other.name ? -1 : 1,
          );
          compilation.emitAsset(this.#file, new sources.RawSource(`${JSON.stringify({ packages }, null, 1)}\n`));
        } catch (error) {
          if (!(error instanceof MissingLicence)) throw error;
          compilation.errors.push(new WebpackError(error.message));
        }
      });
    });
  }
}
