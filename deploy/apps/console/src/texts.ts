/*
 * Every text of the staff page, in English alone: it is an internal tool for staff, and customers never see it. Texts that customers read are translated into all ten languages.
 */

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);
const count = (value: number): string => value.toLocaleString('en-GB');

export const texts = {
  product: 'Tessera',
  console: 'Releases console',

  login: {
    title: 'Log in',
    lead: 'For platform staff. Customers log in to the app.',
    account: 'E-mail address',
    password: 'Password',
    submit: 'Log in',
    secondLead: 'Confirm with your second factor.',
    code: 'Authenticator code',
    recoveryCode: 'Recovery code',
    useRecoveryCode: 'Use a recovery code',
    usePasskey: 'Use passkey',
    passkeyCancelled: 'The passkey was not used. Try again.',
    back: 'Back',
    enrolTitle: 'Set up a second factor',
    enrolLead:
      'Staff accounts require one. Scan the code with an authenticator app and enter the six digits that it shows, or create a passkey.',
    qr: 'QR code with the key for an authenticator app',
    key: 'Or enter this key:',
    createPasskey: 'Create a passkey instead',
    recoveryCodes: 'Recovery codes',
    recoveryLead:
      'Keep these codes in a safe place. Each logs you in once if you lose your second factor. They are not shown again.',
    recoveryKept: 'I have saved these codes',
    proceed: 'Continue',
    incomplete: 'Enter your e-mail address and your password.',
    help: 'No account? An administrator makes one with “npm run tessera -- staff create-staff”.',
    reasons: {
      expired: 'Your session expired after eight hours. Log in again to continue.',
      idle: 'You were logged out because the page was not used for a while.',
      ended: 'Your session has ended: it was closed elsewhere, or your account was disabled.',
      left: 'You are logged out.',
      unheard:
        'You are logged out on this page, but the server could not be reached. The session there expires on its own.',
    },
  },

  problems: {
    offline: 'No connection. Check your network.',
    timeout: 'No response in time.',
    down: 'The registry does not respond.',
    backend: 'The registry responds, but the backend, which verifies staff sessions, does not.',
    malformed:
      'The registry returned something this page does not understand. Reload the page: it may be older than the registry.',
    session: 'Your session has ended.',
    forbidden: 'Your role does not allow this.',
    busy: 'Too many calls from here. Wait a moment.',
    away: 'The backend, which verifies staff sessions, does not respond. Try again in a moment.',
    network: 'No connection. Check your network and try again.',
    server: 'Something went wrong on the server. Try again.',
  },

  frame: {
    navigation: 'Screens',
    releases: 'Releases',
    history: 'History',
    toLight: 'Light appearance',
    toDark: 'Dark appearance',
    logOut: 'Log out',
    signedIn: (name: string, role: string) => `Signed in as ${name}, ${role}`,
    readOnly: (role: string) =>
      `You are signed in as ${role}. You can read everything here; releasing requires the role operator or admin.`,
  },

  /** Why buttons are disabled. */
  blocked: {
    role: 'Requires the role operator or admin',
    old: 'The figures are out of date',
  },

  figures: {
    live: (age: string) => `Live, ${age} old`,
    fresh: (age: string) => `${age} old`,
    titles: {
      offline: 'No connection to the platform',
      down: 'The registry does not respond',
      backend: 'The backend, which verifies staff sessions, does not respond',
      fault: 'The registry has a fault',
      malformed: 'The registry returned an unexpected format',
      busy: 'The registry takes no more calls from here for now',
    },
    oldText: (age: string) =>
      `What you see is ${age} old. The last manifest stays in force. Releasing is possible again with new figures.`,
    retry: 'Try now',
    firstTitle: 'The releases did not load',
  },

  chain: {
    label: 'History chain',
    whole: 'Whole',
    broken: 'Broken',
    title: 'The history has been tampered with or damaged',
    text: 'An event no longer fits the hash of the one before it. What is live may not be what was decided. Stop releasing, keep a copy of the store, and find out who wrote to it.',
  },

  facts: {
    label: 'Current state',
    epoch: 'Epoch',
    issued: 'Issued',
    ago: (age: string) => `${age} ago`,
    expires: 'Signed until',
    expiresIn: (left: string) => `${left} left`,
    expired: 'Expired',
    host: 'Host',
    noHost: 'None adopted',
  },

  releases: {
    title: 'Releases',
    loading: 'Loading the releases',
    emptyTitle: 'No remote is live',
    emptyText: 'A team publishes a version, and an operator promotes it:',
    emptyCommands: ['npm run tessera -- publish <name>', 'npm run tessera -- promote <name>@<version>'],
    newer: (version: string) => `${version} is published`,
    withdrawn: (version: string) => `${version} was withdrawn`,
    notLive: 'Published, but no client gets it. Promote a version, or ramp it to a part of the clients.',
    ramping: (percent: string) => `Ramp ${percent}`,
    actions: (name: string) => `Actions for ${name}`,
    promote: 'Promote…',
    ramp: 'Ramp…',
    preview: 'Preview…',
    rollback: 'Roll back',
  },

  ramp: {
    share: (version: string) => `Clients that get ${version}`,
    since: (time: string, age: string) => `since ${time} (${age} ago)`,
    evidence: 'Evidence that it is worse',
    evidenceValue: (value: string) => `${value} of 1,000`,
    evidenceBeyond: 'over 1,000',
    evidenceNote: 'At 1,000 the ramp is halted automatically.',
    evidenceNone: 'none',
    unweighed: {
      everybody: 'No client is on the stable version to compare with: this ramp is not halted automatically.',
      nobody: 'No client has it, so nothing is compared.',
      new: 'A new remote has no stable version to compare with: this ramp is not halted automatically.',
    },
    levels: { low: 'Nothing noticeable.', rising: 'Watch it.', high: 'Close to a halt.' },
  },

  health: {
    label: (name: string) => `Versions of ${name}`,
    columns: {
      version: 'Version',
      share: 'Clients',
      users: 'Users seen',
      failures: 'Failure rate',
      LCP: 'LCP p75',
      INP: 'INP p75',
      CLS: 'CLS p75',
      screen: 'Screen p75',
    },
    places: { stable: 'Stable', ramp: 'Ramp', previous: 'Previous' },
    placeNotes: {
      stable: 'for all clients outside the ramp',
      ramp: 'for the clients in the ramp',
      previous: 'fallback for pages on which the stable version fails',
    },
    none: '–',
    noReports: 'No reports yet',
    noFailures: 'none failed',
    worse: 'worse than stable',
    interval: (low: string, high: string) => `true rate between ${low} and ${high} (95 %)`,
    /** Kept on one line. */
    kind: (kind: string, failures: number) => `${count(failures)}\u00a0${kind}`,
    measured: (values: number) => `${count(values)} ${plural(values, 'measurement', 'measurements')}`,
    ratings: { good: 'good', fair: 'fair', poor: 'poor' },
  },

  action: {
    why: 'Reason',
    whyHelper: 'Stays in the history under your name.',
    whyMissing: 'Enter a reason. It is kept in the history.',
    cancel: 'Cancel',
    close: 'Close',
    from: 'from',
    to: 'to',
    changes: 'What changes',
    nothing: 'nothing live',
    done: (epoch: number, what: string) => `Epoch ${epoch}: ${what}`,
    unchanged: 'nothing changed',
    meanwhileTitle: 'Another release was made in the meantime',
    meanwhileText: (seen: number, now: number | undefined) =>
      now === undefined || now === seen
        ? `Your decision was based on epoch ${seen}, which is no longer in force. Your release was not made.`
        : `Your decision was based on epoch ${seen}; epoch ${now} is in force now. Your release was not made.`,
    unheardTitle: 'A release took effect, perhaps yours',
    unheardText: 'The response to your request did not arrive. Check whether it is among these before you try again:',
    other: (epoch: number, who: string, what: string, why: string) =>
      `Epoch ${epoch}, ${who}: ${what}${why === '' ? '' : ` (${why})`}`,
    meanwhileAction: 'See the new figures',
    rejectedTitle: (reasons: number) =>
      `Rejected for ${plural(reasons, 'this reason', `these ${count(reasons)} reasons`)}`,
    failedTitle: 'Nothing was changed',
    unsureTitle: 'The outcome is unknown',
    unsureText: 'The response did not arrive. Check the figures before you try again.',
    forceWhy: 'Why override it?',
    forceHelper: 'Stays in the history under your name, with what was overridden.',
    forceMissing: 'Overriding requires a separate reason.',
  },

  promote: {
    title: (name: string) => `Promote ${name}`,
    choose: 'Version for all clients',
    confirm: (version: string) => `Promote ${version}`,
    confirmEmpty: 'Promote',
    confirmLong: 'Promote this version',
    force: 'Promote anyway',
    endsRamp: (version: string, percent: string) => `The ramp of ${version} at ${percent} ends.`,
  },

  rampAction: {
    title: (name: string) => `Ramp ${name}`,
    choose: 'Version to try on a part of the clients',
    running: (version: string) =>
      `${version} is being ramped. To ramp another version, promote this one or roll it back first.`,
    percent: 'Clients that get it',
    percentUnit: '%',
    slider: 'Percentage of clients',
    quick: 'Percentages',
    sticky: 'More adds clients and keeps those who are in; less only removes.',
    problems: {
      empty: 'Enter a percentage.',
      not_a_number: 'Enter a number, such as 12.5.',
      too_precise: 'Two decimals at most.',
      out_of_range: 'From 0 to 100.',
      unchanged: 'It is at this percentage already.',
    },
    confirm: (percent: string) => `Ramp to ${percent}`,
    confirmEmpty: 'Ramp',
    force: 'Ramp anyway',
    at: (version: string, percent: string) => `${version} at ${percent}`,
    everybodyElse: (version: string) => `All other clients stay on ${version}.`,
    nothingElse: 'The remote is new: all other clients do not see it.',
    everybody:
      'At 100 % every client gets it, and none is left to compare with: it is not halted automatically. Promote it to make it stable.',
    nobody: 'At 0 % no client gets it, but the ramp stays open.',
  },

  rollback: {
    title: (name: string) => `Roll back ${name}?`,
    confirm: 'Roll back',
    force: 'Roll back anyway',
    undone:
      'The last change of this remote was a rollback, a revert or a halt already. To go further back, choose the version.',
    choose: 'Earlier stable version',
    other: 'Go back to another version…',
    ramp: 'The ramp ends: its clients go back to the stable version at their next navigation. Nothing changes for other clients.',
    version: 'Every client goes back at its next navigation.',
    removal: 'This was its first version: nothing of the remote will be live, and its screens disappear from the app.',
    failing: (version: string, rate: string, users: number, other: string | undefined) =>
      `${version} fails for ${rate} of ${count(users)} users${other === undefined ? '' : ` (${other} on the version that stays)`}`,
    takenBack: (version: string) => `${version} is taken back`,
  },

  preview: {
    title: (name: string) => `Preview ${name}`,
    choose: 'Version to try on one device',
    lasts: 'The link works for',
    durations: { 15: '15 min', 60: '1 hour', 480: '8 hours', 1440: '1 day', 10080: '7 days' },
    confirm: 'Make the link',
    again: 'Another link',
    failedTitle: 'No link was made',
    done: (version: string) => `Link for ${version}`,
    code: 'QR code of the preview link',
    link: 'Preview link',
    copy: 'Copy the link',
    copied: 'Link copied',
    notCopied: 'The link could not be copied: select it and copy it by hand.',
    loopback:
      'This address leads to your own machine: to open it on a phone, open the console by an address that the phone reaches.',
    expires: (time: string) => `Works until ${time}. Anyone with the link sees this version; nobody else does.`,
  },

  versions: {
    search: 'Find a version',
    none: 'Nothing else is published',
    noneText: (name: string) => `Publish a version with “npm run tessera -- publish ${name}”.`,
    noMatch: 'No version matches',
    failed: 'The versions did not load',
    note: (age: string, who: string) => `${age} ago by ${who}`,
    size: (files: number, bytes: string) => `${count(files)} ${plural(files, 'file', 'files')}, ${bytes}`,
    live: { stable: 'Stable now', ramp: 'In the ramp', previous: 'Previous' },
    newest: 'Newest',
    withdrawn: (kind: string) => (kind === 'halt' ? 'Halted' : 'Rolled back'),
    withdrawnNote: (epoch: number, who: string, why: string) => `Withdrawn in epoch ${epoch} by ${who}: ${why}`,
  },

  history: {
    title: 'History',
    lead: 'Every release event, newest first. Each names the hash of the one before.',
    emptyTitle: 'Nothing has been released yet',
    emptyText: 'The first promotion will be the first line here.',
    noMatch: 'No event of this remote among those loaded',
    failed: 'The history did not load',
    filter: 'Remote',
    all: 'All',
    older: 'Show older events',
    further: 'Older events are shown by “npm run tessera -- history --limit <number>”.',
    epoch: (epoch: number) => `Epoch ${epoch}`,
    inForce: 'In force',
    hash: 'Hash',
    forced: (reasons: number) => `Overrode ${plural(reasons, 'a rejection', `${count(reasons)} rejections`)}`,
    noChanges: 'Nothing changed',
    noReason: 'No reason given',
    host: 'Host',
    kinds: {
      promote: 'Promote',
      ramp: 'Ramp',
      rollback: 'Roll back',
      revert: 'Revert',
      halt: 'Halted automatically',
      host: 'Host build',
      sign: 'Former records signed',
      repair: 'Store repaired',
      restore: 'Older store restored',
    } as Readonly<Record<string, string>>,
    revert: 'Revert to this',
    revertLabel: (epoch: number) => `Revert to epoch ${epoch}`,
  },

  revert: {
    title: (epoch: number) => `Revert to epoch ${epoch}?`,
    confirm: (epoch: number) => `Revert to epoch ${epoch}`,
    force: 'Revert anyway',
    loading: 'Comparing with what is live…',
    failed: 'The comparison did not load',
    same: 'What was live then is live now: there is nothing to revert.',
    note: 'Ramps of that time do not come back, and the host stays as it is.',
    reason: (epoch: number) => `Back to what was live in epoch ${epoch}`,
  },
} as const;
