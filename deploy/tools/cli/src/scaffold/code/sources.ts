/** The files of the repository for a generator: files it reads, and pending writes. */
export type Sources = {
  /** The text including pending writes; undefined if the file does not exist. */
  read(path: string): string | undefined;
  write(path: string, text: string): void;
  /** Writes unless the file exists; the shape of a domain is generated once. */
  create(path: string, text: string): void;
  edit(path: string, change: (text: string) => string): void;
  /** Pending writes, sorted by path. */
  written(): ReadonlyArray<readonly [path: string, text: string]>;
};

/** `readFile` returns undefined for a missing file. Nothing is written to disk here. */
export function createSources(readFile: (path: string) => string | undefined): Sources {
  const texts = new Map<string, string>();
  const read = (path: string) => texts.get(path) ?? readFile(path);
  const write = (path: string, text: string) => void texts.set(path, text);
  return {
    read,
    write,
    create(path, text) {
      if (read(path) === undefined) write(path, text);
    },
    edit(path, change) {
      const before = read(path);
      if (before === undefined) throw new Error(`${path} is not there`);
      const after = change(before);
      if (after !== before) write(path, after);
    },
    written: () => [...texts].sort(([left], [right]) => (left < right ? -1 : 1)),
  };
}
