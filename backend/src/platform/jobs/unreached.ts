/**
 * What a job needs does not respond. Its runner counts the run as failed, and logs it once: when it begins, and when it is
 * over.
 */
export class Unreached extends Error {
  override name = 'Unreached';
}

/** Rejects with `Unreached`, whose message names what was asked, where that does not respond. */
export async function asked<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Unreached(`the ${what} does not respond`, { cause: error });
  }
}
