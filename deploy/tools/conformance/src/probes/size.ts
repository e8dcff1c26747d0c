import { basename } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { screenSize, type TextFiles } from '@tessera/releases';
import type { Finding } from '../findings.ts';

export type SizedBuild = TextFiles & {
  readonly budget: number;
  readonly entry: string;
  /** By route: the files that it needs to open. */
  readonly screens: Readonly<Record<string, readonly string[]>>;
  /** Every script and style sheet of the build. */
  readonly files: readonly string[];
  /** Content of a built file. */
  readonly read: (file: string) => Uint8Array;
};

/** The bundler's code for loading a chunk: `r.e("chart")`. */
const LOADED_CHUNK = /\.e\("([^"]+)"\)/g;

/** `chart` of `chart.js`, and of `chart.94dc3e2c0e.js` as former builds named it. */
const chunkOf = (file: string): string => basename(file).replace(/(?:\.[0-9a-f]{10})?\.(js|css)$/, '');

/** A screen's files and those that it loads later, such as a chart; without other screens and texts. */
function filesOf(path: string, { screens, texts, pageTexts = {}, files, read }: SizedBuild): readonly string[] {
  const own = new Set(screens[path]);
  const textsOfParts = Object.values(pageTexts).flatMap((ofPage) => Object.values(ofPage).flat());
  const foreign = new Set([...Object.values(screens).flat(), ...Object.values(texts), ...textsOfParts]);
  // The iteration includes entries added meanwhile.
  for (const file of own) {
    if (!file.endsWith('.js')) continue;
    const chunks = [...Buffer.from(read(file)).toString().matchAll(LOADED_CHUNK)].map(([, chunk]) => chunk);
    for (const each of files) if (chunks.includes(chunkOf(each)) && !foreign.has(each)) own.add(each);
  }
  return [...own];
}

/** KiB after brotli of every screen with all it may load, its entry, and the largest of its languages. */
export function screenSizes(build: SizedBuild): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  const sizeOf = (file: string): number => {
    const size = known.get(file) ?? brotliCompressSync(build.read(file)).byteLength / 1024;
    known.set(file, size);
    return size;
  };
  return new Map(
    Object.keys(build.screens).map((path) => [
      path,
      screenSize(path, { entry: build.entry, files: filesOf(path, build) }, build, sizeOf),
    ]),
  );
}

/** Checks every screen against the budget of the descriptor. */
export function checkSizes(build: SizedBuild): { readonly findings: readonly Finding[]; readonly largest: number } {
  const sizes = screenSizes(build);
  const findings = [...sizes]
    .filter(([, size]) => size > build.budget)
    .map(
      ([path, size]): Finding => ({
        code: 'size-budget',
        message: `${path} loads ${size.toFixed(1)} KiB, the budget is ${build.budget} KiB`,
      }),
    );
  return { findings, largest: Math.max(0, ...sizes.values()) };
}
