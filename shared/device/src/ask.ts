/**
 * Asks the browser. Whatever it lacks, refuses or throws is `otherwise`: `read` must hold no code of ours beside the
 * question, so that no mistake of ours is hidden.
 */
export function ask<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
