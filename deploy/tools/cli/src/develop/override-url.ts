/** The page of a platform that loads the remote of a grant from its development server, everything else as released. */
export function overrideUrl(platform: string, grant: string, path: string): string {
  return `${platform}/h5/?override=${grant}#${path}`;
}
