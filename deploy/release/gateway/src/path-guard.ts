/** Maximum number of decodings; a path that is still encoded afterwards is rejected. */
const DECODINGS = 3;

/**
 * Whether a URL could escape its folder: a dot segment, a backslash or a NUL, plain or percent-encoded any number of
 * times.
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
