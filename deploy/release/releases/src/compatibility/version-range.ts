type Version = readonly [major: number, minor: number, patch: number];

/** `workspace:*` in a descriptor means the version in the repository. */
const ANY = new Set(['*', 'workspace:*']);

function parse(version: string): Version | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version.replace(/\+.*$/, '')) ?? [];
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

const compare = (left: Version, right: Version): number =>
  left[0] - right[0] || left[1] - right[1] || left[2] - right[2];

/** The exclusive upper bound of a range that starts at `from` with `given` numbers stated. */
function beyond(mark: string, [major, minor, patch]: Version, given: number): Version {
  const nextMajor: Version = [major + 1, 0, 0];
  const nextMinor: Version = [major, minor + 1, 0];
  if (given === 1) return nextMajor;
  if (mark === '^' && major > 0) return nextMajor;
  if (mark === '^' && minor === 0 && given === 3) return [0, 0, patch + 1];
  if (mark === '' && given === 3) return [major, minor, patch + 1];
  return nextMinor;
}

/**
 * Whether a version satisfies a range of a descriptor: `19.3.1`, `19.3`, `19`, the same with `^` or `~`, or `*`, with
 * npm semantics. A pre-release satisfies only `*`.
 */
export function meetsRange(version: string, range: string): boolean {
  if (ANY.has(range)) return true;
  const [, mark = '', numbers = ''] = /^([\^~]?)(\d+(?:\.\d+){0,2})$/.exec(range) ?? [];
  const actual = parse(version);
  if (!actual || numbers === '') return false;
  const [major = 0, minor = 0, patch = 0] = numbers.split('.').map(Number);
  const from: Version = [major, minor, patch];
  return compare(actual, from) >= 0 && compare(actual, beyond(mark, from, numbers.split('.').length)) < 0;
}
