import { ApiError } from './api-error.ts';

/**
 * Code that is fetched with its first use, from its `import()`. Rejects with the `ApiError` of a server that cannot be
 * reached: what a user reads of it is the same.
 */
export async function codeOf<Module>(fetched: Promise<Module>): Promise<Module> {
  try {
    return await fetched;
  } catch (cause) {
    throw new ApiError('network', 'Code could not be fetched', { cause });
  }
}
