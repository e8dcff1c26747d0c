/** Invalid arguments: printed with the usage, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const USAGE = `usage: npm run tessera -- <command>

For teams
  new <name> [--tab <order>] [--access guest|user|verified] [--dry-run]
                                           make a new remote that works
  new domain <name> [--purpose "…"]        a domain in contract and backend
  new call <domain> '<METHOD /path>' [--access public|user|verified] [--read] [--idempotent]
                                           a call from contract to handler, with a test that fails until it is handled
  new screen <remote> <folder> --path /pages/<group>/<page> [--title "…"] [--access guest|user|verified]
                                           a screen of a remote, with a test that fails until it is built
  dev <name> [--platform <url>] [--port <n>]
                                           run it from its sources inside a released platform
  check <name> [--json]                    build it and hold it to what every remote has to keep; \`check host\` holds the host
                                           to what remotes need of it
  screens                                  write down the parameters of all screens for the compiler
  texts export --language <code> [--since <version>] [--out <file>]
                                           texts for a translator as XLIFF 2, each with the address of its screen
  texts import <file>                      what a translator made of them
  publish <name> [--why "…"]               check it, unless this build has passed, and publish it
  preview <name>@<version> --why "…" [--minutes 60]
                                           a link and a QR code that show a published version on a phone
  previews                                 the previews that work now, with who made them and why
  end-preview <id> [--why "…"]             end one at once
  versions <name>                          the published versions of a remote

For operations
  status                                   what is live, for how many, and how it fares
  ramp <name>@<version> <percent> --why "…"
                                           give a version to a part of the clients, of a new remote too
  ramp <name>@<version> "5 10m, 25 2h, 100" --why "…"
                                           the same in steps that follow by themselves; 100 promotes it
  hold <name> --why "…"                    keep such a ramp at its present percentage
  resume <name> --why "…"                  let its steps go on
  promote <name>@<version> … --why "…"     make a version that of all clients; several in one event, so that a
                                           route can move from one remote to another
  rollback [<name>] [--to <version>] [--compromised] [--why "…"]
                                           undo the last release of a remote, or of all; or go back to an earlier version;
                                           --compromised: its code may have done harm, so clients clear what they kept
                                           and the sessions end that it could use; with --to, all that was live since
                                           that version first was counts as harmful
  revert <epoch> [--why "…"]               bring back what was live in an epoch
  tabs <remote> … --why "…"                the bottom bar behind Home: one to four remotes in their order, others have no
                                           tab; \`tabs default\` leaves it to what remotes declare
  history [--limit 20]                     the release events, newest first, with who and why
  diff <epoch> [<epoch>]                   what changed between two epochs, or since one
  keys [create | add | retire <id>]        the keys that manifests are signed with
  prune [--dry-run]                        remove what no live or recent epoch names
  doctor [--repair --why "…"]              what is damaged in the store, and what to do; exit code 1 if anything is
  restore --why "…"                        go on with a store that was restored from an older backup

  The host has the name host: it is checked, published, ramped, promoted and rolled back like a remote. It has no preview.

  --force overrides the compatibility gate and makes a withdrawn version live again, --epoch <n> fails if a later epoch
  was released.

Platform
  login --rights "…"                       log this machine in at TESSERA_REGISTRY for 12 hours, by a code that a member types on the staff page
  logout                                   end that at once
  api                                      write the calls in docs/api.md and docs/security.md from the contract
  progress                                 write docs/progress.md from descriptors, contract and handlers
  egress <file…>                           network policies for the ports that settings in ConfigMap and Secret name
  sbom [file]                              what production consists of, with hashes and licences (CycloneDX)
  licences [file]                          licence texts of all installed packages, as they travel with the image
  verify-ticks <symbol> [--minutes 10]     whether the platform's recorded ticks are those that it signed; exit code 1 if not
  verify-settlement <file> [--key <hex>]   whether the result of an option, of a quiz round or of a dual product follows from signed ticks; exit code 1 if not
  verify-balance <file> [--key <hex>]      whether published totals count the balances of a user; exit code 1 if not
  verify-allocation <sale> [<uid> <salt>]  whether the shares of a token sale follow from its table; exit code 1 if not
  verify-draw <file>… [--key <hex>]        whether what blind boxes held follows from seed, buyers and public randomness; exit code 1 if not
  outbox [--limit 5]                       the last mails that were not sent but kept
  staff …                                  work of the staff; \`staff help\` says more

DATA_DIR chooses the data folder (default: that of the platform that runs here, or .data). With TESSERA_REGISTRY (origin of a platform)
publish and operations go through that platform's registry instead, with the token of a log-in or TESSERA_TOKEN (of a machine or a staff session). PORT is that of npm start here.`;

/** Lines of the usage that begin a command, by its name; of a command with several forms all of them. */
const commandOf = (line: string): string | undefined => /^ {2}([a-z][a-z-]+)(?: |$)/.exec(line)?.[1];

/** The names of the commands, as the usage lists them. */
export const commandNames: ReadonlySet<string> = new Set(
  USAGE.slice(0, USAGE.indexOf('\nDATA_DIR'))
    .split('\n')
    .flatMap((line) => commandOf(line) ?? []),
);

/** What the usage says of a command; of an unknown one, which may be meant. */
export function usageOf(command: string): string {
  const lines = USAGE.split('\n');
  const own = lines.flatMap((line, index) => {
    if (commandOf(line) !== command) return [];
    const end = lines.findIndex((next, at) => at > index && !next.startsWith('   '));
    return lines.slice(index, end);
  });
  const near = [...commandNames].filter((name) => isNear(name, command));
  const meant = own.length > 0 || near.length === 0 ? [] : [`Do you mean ${near.join(' or ')}?`];
  return [...own, ...meant, '`npm run tessera -- help` lists all commands.'].join('\n');
}

/** Whether two names differ by one letter that is missing, added, another, or in the place of its neighbour. */
function isNear(name: string, typed: string): boolean {
  if (Math.abs(name.length - typed.length) > 1) return false;
  let start = 0;
  while (start < name.length && name[start] === typed[start]) start += 1;
  const rests = [
    [name.slice(start + 1), typed.slice(start + 1)],
    [name.slice(start + 1), typed.slice(start)],
    [name.slice(start), typed.slice(start + 1)],
    [name[start + 1] === typed[start] ? name.slice(start + 2) : '?', typed.slice(start + 2)],
  ];
  return rests.some(([one, other]) => one === other);
}
