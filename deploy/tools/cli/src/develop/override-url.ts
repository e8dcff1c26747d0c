/** The page of a platform that loads one remote from a development server and everything else as released. */
export function overrideUrl(platform: string, name: string, origin: string, path: string): string {
  return `${platform}/h5/?override=${name}=${origin}#${path}`;
}
