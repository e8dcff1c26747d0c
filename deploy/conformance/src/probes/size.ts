import { brotliCompressSync } from 'node:zlib';
import type { Finding } from '../findings.ts';

export type SizedBuild = {
  readonly budget: number;
  readonly entry: string;
  readonly screens: Readonly<Record<string, readonly string[]>>;
  readonly texts: Readonly<Record<string, string>>;
  /** Content of a built file. */
  readonly read: (file: string) => Uint8Array;
};

/** KiB after brotli of every screen with its entry and the largest of its languages. */
export function screenSizes({ entry, screens, texts, read }: SizedBuild): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  const sizeOf = (file: string): number => {
    const size = known.get(file) ?? brotliCompressSync(read(file)).byteLength / 1024;
    known.set(file, size);
    return size;
  };
  const base = sizeOf(entry) + Math.max(0, ...Object.values(texts).map(sizeOf));
  return new Map(
    Object.entries(screens).map(([path, files]) => [path, base + files.reduce((sum, file) => sum + sizeOf(file), 0)]),
  );
}

/** Holds every screen to the budget of the descriptor. */
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
