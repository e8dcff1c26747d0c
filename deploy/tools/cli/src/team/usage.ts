export const TEAM_USAGE = `usage: tessera <command>, in the folder of a remote

  init <name> --at <platform> [--tab <order>] [--access guest|user|verified]
                                           a new remote in a folder of that name, with test and CI file
  login [--rights "…"]                     log this machine in for 12 hours, by a code that a member types on the staff page
  logout                                   end that at once
  dev [--port <n>]                         run it from its sources inside the platform
  build                                    build it
  check                                    build it and hold it to what the registry asks of it; nothing is sent
  publish --why "…"                        build it and send it to the registry, which checks and signs it
  preview <name>@<version> --why "…" [--minutes 60]
                                           a link and a QR code that show a published version on a phone
  previews                                 the previews that work now
  end-preview <id> [--why "…"]             end one at once
  versions <name>                          the published versions of a remote
  status                                   what is live, for how many, and how it fares
  ramp <name>@<version> <percent> --why "…"
                                           give a version to a part of the clients
  ramp <name>@<version> "5 10m, 25 2h, 100" --why "…"
                                           the same in steps that follow by themselves; 100 promotes it
  hold <name> --why "…"                    keep such a ramp at its present percentage
  resume <name> --why "…"                  let its steps go on
  promote <name>@<version> … --why "…"     make a version that of all clients
  rollback <name> [--to <version>] [--why "…"]
                                           undo the last release of a remote, or go back to an earlier version
  history [--limit 20]                     the release events, newest first
  diff <epoch> [<epoch>]                   what changed between two epochs, or since one

  The platform is the one in package.json ("tessera": { "platform": "https://…" }), or TESSERA_PLATFORM.
  Without a log-in: TESSERA_TOKEN is a token of a machine, or of a staff session, with the rights that a command needs.
`;
