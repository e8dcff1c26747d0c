/** Files that nothing reads, below the folder of a package, by its name. */
export declare const UNUSED: Readonly<Record<string, RegExp>>;

/** Removes unused files from pnpm's store below a `node_modules`. */
export declare function removeUnusedFiles(store: string): void;
