/** Decodings after which a path is taken as settled; something still encoded after them is refused. */
const DECODINGS = 3;

/**
 * Whether a request's URL could mean a folder other than the one it names: a dot segment, a backslash or a NUL,
 * in plain sight or behind any number of percent encodings.
 */
export function leavesItsFolder(url: string): boolean {
  let path = url.split(/[?#]/, 1)[0] ?? '';
  for (let round = 0; round <= DECODINGS; round += 1) {
    if (/[\\\0]/.test(path) || path.split('/').some((part) => part === '.' || part === '..')) return true;
    let decoded: string;
    try {
      decoded = decodeURIComponent(path);
    } catch {
      return true;
    }
    if (decoded === path) return false;
    path = decoded;
  }
  return true;
}
