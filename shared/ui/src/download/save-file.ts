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
 * Downloads a file of this origin, which the browser streams: it may be large. Throws TypeError for an address of
 * another origin, where a browser would not save but leave the page.
 */
export function downloadFrom(path: string): void {
  const { href, origin } = new URL(path, location.origin);
  if (origin !== location.origin) throw new TypeError(`${origin} is not the origin of this page`);
  follow(href, '');
}
