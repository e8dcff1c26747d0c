/** ENOSPC: the disk is full. EDQUOT: what this account may use of it is. */
const FULL = /\b(ENOSPC|EDQUOT)\b/;

const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (FULL.test((error as NodeJS.ErrnoException).code ?? '') || FULL.test(error.message) || isFull(error.cause));

/**
 * What to tell an operator if an error, or one that it wraps, is that the disk is full; undefined for any other. Also
 * reads the output of a program that wrote the code of the error.
 */
export function diskProblem(error: unknown): string | undefined {
  if (!isFull(error)) return undefined;
  const { path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const where = dest ?? path;
  return `The disk is full${where ? `: ${where} cannot be written` : ''}. Free space, then repeat the command.`;
}
