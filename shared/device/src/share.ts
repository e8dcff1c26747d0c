import { ask } from './ask.ts';

/** Whether the system has a sheet to share with: for these data, or for texts and links. */
export const canShare = (data?: ShareData): boolean =>
  ask(() => typeof navigator.share === 'function' && (!data || navigator.canShare(data) === true), false);

/**
 * Opens the system's sheet. Resolves with false where it could not be opened; a sheet that the user closed is no error
 * to show, and true.
 */
export async function share(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
