/** Texts of a build, as files. */
export type TextFiles = {
  /** By language code. */
  readonly texts: Readonly<Record<string, string>>;
  /** By route of a screen with texts of parts, and by language code. */
  readonly pageTexts?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> | undefined;
};

/** What a screen loads: the entry, its files, and the texts of its largest language. `sizeOf` gives the unit. */
export function screenSize(
  path: string,
  { entry, files }: { readonly entry: string; readonly files: readonly string[] },
  { texts, pageTexts = {} }: TextFiles,
  sizeOf: (file: string) => number,
): number {
  const all = (paths: readonly string[] = []) => paths.reduce((sum, file) => sum + sizeOf(file), 0);
  const ofLanguages = Object.entries(texts).map(([code, own]) => sizeOf(own) + all(pageTexts[path]?.[code]));
  return sizeOf(entry) + all(files) + Math.max(0, ...ofLanguages);
}
