/** A command that was not given as it has to be: shown with the usage, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const USAGE = `usage: npm run tessera -- <command>

Releases
  publish <name> [--why "…"]               build a remote and publish it as a new version
  promote <name>@<version> --why "…"       make a published version the live one
  rollback [<name>] [--why "…"]            undo the last move, or the last move of one remote
  status                                   what is live
  history [--limit 20]                     the moves, newest first, with who and why
  versions <name>                          the published versions of a remote

Platform
  outbox [--limit 5]                       the last mails that were not sent but kept
  staff …                                  work of the staff; \`staff help\` says more

DATA_DIR chooses the data folder (default .data).`;
