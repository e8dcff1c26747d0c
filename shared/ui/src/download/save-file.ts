import { ApiError } from '@tessera/api';
import { problemText } from '@tessera/i18n';
import { showToast } from '../toast/toasts.ts';

function follow(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Ms for which a file that was made in the page can be read: Safari asks first, and reads it when the user has agreed. */
const KEPT = 60_000;

/** Saves a file that was made in the page. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  follow(address, name);
  setTimeout(() => URL.revokeObjectURL(address), KEPT);
}

/**
 * Downloads a file of this origin, which the browser streams: it may be large. A link that leads to none (any more) is not
 * followed, since the browser would save the refusal as a file: a notice says so. Rejects with TypeError for an address
 * of another origin, where a browser would not save but leave the page.
 */
export async function downloadFrom(path: string): Promise<void> {
  const { href, origin } = new URL(path, location.origin);
  if (origin !== location.origin) throw new TypeError(`${origin} is not the origin of this page`);
  try {
    const { ok, status } = await fetch(href, { method: 'HEAD', cache: 'no-store' });
    if (!ok) throw new ApiError('server', `HTTP ${status}`, { status });
  } catch (cause) {
    const error =
      cause instanceof ApiError ? cause : new ApiError('network', 'The server could not be reached', { cause });
    showToast(problemText(error), 'error');
    return;
  }
  follow(href, '');
}
