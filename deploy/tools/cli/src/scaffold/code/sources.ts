/** The files of the repository as a generator sees them: what it reads, and what it wants written. */
export type Sources = {
  /** The text as it would be now; undefined where there is no such file. */
  read(path: string): string | undefined;
  write(path: string, text: string): void;
  /** Writes unless the file is there; the shape of a domain is laid down once. */
  create(path: string, text: string): void;
  edit(path: string, change: (text: string) => string): void;
  /** What is to be written, in the order of paths. */
  written(): ReadonlyArray<readonly [path: string, text: string]>;
};

/** `readFile` returns undefined for a file that is not there. Nothing is written to disk here. */
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
