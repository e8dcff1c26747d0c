import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { rangeOf } from '../contract/ranges.ts';
import { REPOSITORY } from '../contract/shared-sources.ts';
import { ENTRY_RUNTIME } from '../federation/path.ts';
import { markFiles } from '../marks-plugin.ts';
import { SHARED_EAGERLY, SHARED_LAZILY } from '../sharing.ts';
import { type Closure, closureOf, descriptionOf, slashed } from './closure.ts';
import { type Lockfile, lockedPackages, parseLockfile } from './lockfile.ts';
import { type Requests, requestsOf } from './requests-of.ts';

export { type Lockfile, parseLockfile } from './lockfile.ts';

const BUILD = join(REPOSITORY, 'shared/build');
const CACHE = join(REPOSITORY, 'node_modules/.cache/tessera-sources.json');
const SHARED = [...SHARED_EAGERLY, ...SHARED_LAZILY];

export type BundledPackage = {
  readonly kind: 'host' | 'remote' | 'page';
  /** Absolute. */
  readonly dir: string;
};

export type Sources = {
  /** SHA-256 in hex: equal for equal sources, wherever the repository lies. */
  readonly hash: string;
  /** Absolute. */
  readonly files: readonly string[];
};

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** Parsed files by the hash of their content: parsing is all that takes time. */
type Kept = { readonly requests: Record<string, Requests>; lockfile?: { hash: string; parsed: Lockfile } };

function readKept(): Kept {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8')) as Kept;
  } catch {
    return { requests: {} };
  }
}

function keep(kept: Kept): void {
  const made = `${CACHE}.${randomUUID()}`;
  try {
    mkdirSync(dirname(CACHE), { recursive: true });
    writeFileSync(made, JSON.stringify(kept));
    renameSync(made, CACHE);
  } catch (error) {
    // In an image the folder of the sources is read-only; what is missing is parsed again.
    if (!/^(EACCES|EROFS|EPERM)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Where the bundle of a package begins. */
function entriesOf({ kind, dir }: BundledPackage): readonly string[] {
  if (kind === 'remote') return [join(dir, 'src/remote.tsx'), join(dir, 'remote.json'), ENTRY_RUNTIME];
  if (kind === 'page') return [join(dir, 'main.tsx'), join(dir, 'index.html'), ...markFiles()];
  const { resolve } = createRequire(join(dir, 'package.json'));
  const provided = SHARED.filter((request) => request.startsWith('@tessera/')).map((request) => resolve(request));
  return [join(dir, 'src/main.ts'), join(dir, 'index.ejs'), ...markFiles(), ...provided];
}

/** Files that a build read and that its version does not follow from; descriptions of packages count by themselves. */
export const unforeseen = (read: readonly string[], files: readonly string[]): readonly string[] => {
  const known = new Set(files);
  return read.filter((path) => !known.has(path) && basename(path) !== 'package.json');
};

/**
 * Reads what bundles follow from: their source files, the build's own, the descriptions of the packages that these
 * belong to, and the installed packages, as locked, that they ask for.
 */
export class SourceReader {
  readonly #kept = readKept();
  readonly #contents = new Map<string, { readonly content: Buffer; readonly hash: string }>();
  readonly #closures = new Map<string, Closure>();
  readonly #given: string | undefined;
  #changed = false;

  /** `lockfile` is the text to read in place of the repository's. */
  constructor({ lockfile }: { readonly lockfile?: string } = {}) {
    this.#given = lockfile;
  }

  /** Of one package. Throws where a file cannot be parsed or found, or a package is not named. */
  of(target: BundledPackage): Sources {
    const provided = new Set(target.kind === 'remote' ? SHARED : []);
    const bundle = this.#closure(target.dir, entriesOf(target), provided);
    const build = this.#closure('build', [join(BUILD, 'src/cli.ts')], new Set());
    const files = [...new Set([...bundle.files, ...build.files])].sort();
    const hash = createHash('sha256');
    for (const path of files) hash.update(`${slashed(REPOSITORY, path)} ${this.#read(path).hash}\n`);
    for (const folder of new Set([...bundle.packages, ...build.packages])) {
      hash.update(`${slashed(REPOSITORY, folder)} ${descriptionOf(folder)}\n`);
    }
    const { dependencies } = JSON.parse(readFileSync(join(BUILD, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const wanted = [
      // Loaders, plugins and minimizers are named in the configuration: all that the build declares counts.
      ['shared/build', Object.keys(dependencies)] as const,
      ...[...bundle.installed].map(([folder, names]) => [slashed(REPOSITORY, folder) || '.', names] as const),
    ];
    for (const line of lockedPackages(this.#lockfile(), wanted)) hash.update(`${line}\n`);
    // The entry of a remote names the versions of what it takes from the page.
    for (const request of provided) hash.update(`${request} ${rangeOf(request, target.dir)}\n`);
    if (this.#changed) keep(this.#kept);
    this.#changed = false;
    return { hash: hash.digest('hex'), files: bundle.files };
  }

  #closure(name: string, entries: readonly string[], provided: ReadonlySet<string>): Closure {
    const known = this.#closures.get(name);
    if (known) return known;
    const closure = closureOf({ entries, provided, requestsOf: (path) => this.#requests(path) });
    this.#closures.set(name, closure);
    return closure;
  }

  #read(path: string) {
    const known = this.#contents.get(path);
    if (known) return known;
    const content = readFileSync(path);
    const read = { content, hash: sha256(content) };
    this.#contents.set(path, read);
    return read;
  }

  #requests(path: string): Requests {
    const { content, hash } = this.#read(path);
    const key = `${path.slice(path.lastIndexOf('.'))} ${hash}`;
    const known = this.#kept.requests[key];
    if (known) return known;
    this.#changed = true;
    const requests = requestsOf(path, content);
    this.#kept.requests[key] = requests;
    return requests;
  }

  #lockfile(): Lockfile {
    if (this.#given !== undefined) return parseLockfile(this.#given);
    const { content, hash } = this.#read(join(REPOSITORY, 'pnpm-lock.yaml'));
    if (this.#kept.lockfile?.hash !== hash) {
      this.#changed = true;
      this.#kept.lockfile = { hash, parsed: parseLockfile(content.toString()) };
    }
    return this.#kept.lockfile.parsed;
  }
}
