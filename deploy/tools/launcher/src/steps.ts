import { availableParallelism } from 'node:os';
import { type BuildOutcome, buildStale, buildsOf } from './builds.ts';
import type { Affected } from './changed.ts';
import {
  checkBrowsers,
  checkBuilds,
  checkDeadCode,
  checkImports,
  checkLint,
  checkSizes,
  checkTypes,
} from './checks.ts';
import type { Print } from './commands.ts';
import type { Counts } from './counts.ts';
import type { Inputs } from './passed.ts';
import { PEERS, type Peer } from './peers.ts';
import type { Lanes, Step } from './schedule.ts';
import { type EndToEnd, runEndToEnd, runVitest } from './suites.ts';

/**
 * On two cores: browsers wait for timeouts and for each other. Both halves of e2e and releases run beside one step that
 * computes: after each other they would take longer than all that computes.
 */
export const LANES: Lanes = { computing: 2, waiting: 3, all: 4 };

/**
 * Journeys and what approves requests of users stand in one of two halves, since staff approve the newest request. `finance`
 * moves the clock of the platform: it comes after all others.
 */
export const E2E: EndToEnd = {
  port: 8790,
  rounds: [[['journeys'], ['faults', 'engines', 'screens', 'screenshots']], [['finance']]],
};
/** On a platform of their own, as they change what is live. */
export const RELEASES: EndToEnd = { port: 8795, chains: false, rounds: [[['releases']]] };

export type Scope = {
  /** Where suites find the programs that they run for real. */
  readonly env: Readonly<Record<string, string>>;
  /** What to check; undefined for everything. */
  readonly affected?: (Affected & { readonly changed: readonly string[] }) | undefined;
};

export type CheckStep = Step & {
  /** Where only changes are checked, it runs for changes of these files alone. */
  readonly onlyFor?: RegExp;
  /** Where its result follows from these files alone, it is taken as passed while they stay as they were. */
  readonly inputs?: Inputs;
  /** Programs that it runs for real. */
  readonly peers?: readonly Peer[];
  /** Programs beside those that it looks for in PATH, or leaves tests out. */
  readonly programs?: readonly string[];
};

/** What TypeScript reads: sources, JSON that is imported, and by the lock file the installed packages. */
const readByTypes: Inputs = (path) => /\.([cm]?tsx?|[cm]?jsx?|json|ya?ml)$/.test(path);
/** What only a reader or a service of the repository reads. */
const isBeside = (path: string): boolean => /^(e2e|docs|\.changeset|\.github|\.ci)\/|\.md$/.test(path);
/** Unit tests read texts and catalogues of other packages by their path; journeys and documents none of them does. */
const readByUnit: Inputs = (path) => !isBeside(path);
/** Tests of the backend compare its links with the routes of the screens; their code they do not read. */
const readByBackend: Inputs = (path) => !isBeside(path) && !/^(host|remotes)\/.*(?<!\.json)$/.test(path);
/** The host and the fixture have a stub for a backend. */
const readByConformance: Inputs = (path) => !isBeside(path) && !path.startsWith('backend/');
/** Journeys run the whole product from its sources; documents and tests of other steps none of them reads. */
const readByJourneys: Inputs = (path) => !/^(docs|\.changeset|\.github|\.ci)\/|\.md$|\.test\.tsx?$/.test(path);
/** It compares documents, sources and journeys of the whole repository. */
const readByDeploy: Inputs = () => true;

/** Every step of `npm test`, in the order in which they begin: what others need or what takes longest comes first. */
export function checkSteps({ env, affected }: Scope): readonly CheckStep[] {
  const workers = Math.max(1, Math.floor(availableParallelism() / LANES.computing));
  // A test of the backend waits half of its time, for PostgreSQL and for processes that it starts.
  const waitingWorkers = Math.max(2, availableParallelism());
  let built: Promise<readonly BuildOutcome[]> | undefined;
  const build = (print: Print) => {
    built ??= buildStale((line) => print(`${line}\n`));
    return built;
  };
  const suite =
    (projects: readonly string[], covers: RegExp, atOnce = workers) =>
    (print: Print): Promise<Counts> => {
      const files = affected?.tests?.filter((path) => covers.test(path));
      return runVitest(projects, { print, env, workers: atOnce, ...(files && { files }) });
    };
  const builds = /^(shared\/build|deploy\/tools\/launcher)\//;
  return [
    { name: 'build', onlyFor: builds, run: async (print) => checkBuilds(print, await build(print)) },
    {
      name: 'backend',
      inputs: readByBackend,
      peers: [PEERS.nats, PEERS.kannel, PEERS.hledger, PEERS.litecoind, PEERS.promtool, PEERS.pdftotext],
      run: suite(['backend'], /^backend\//, waitingWorkers),
    },
    {
      name: 'e2e',
      after: ['build'],
      waits: true,
      takes: 2,
      peers: [PEERS.chromium, PEERS.chromiumWithWindows, PEERS.firefox, PEERS.webkit, PEERS.pdftotext],
      onlyFor: /^e2e\/(?!releases\/)/,
      inputs: readByJourneys,
      run: (print) => runEndToEnd({ print, env, journeys: E2E }),
    },
    {
      name: 'releases',
      after: ['build'],
      waits: true,
      onlyFor: /^e2e\/(releases|platform)\//,
      inputs: readByJourneys,
      peers: [PEERS.chromium],
      run: (print) => runEndToEnd({ print, env, journeys: RELEASES }),
    },
    {
      name: 'deploy',
      inputs: readByDeploy,
      peers: [PEERS.nginx, PEERS.promtool, PEERS.nft],
      programs: ['softhsm2-util', 'c++', 'make', 'python3', 'npm', 'openssl', 'git'],
      run: suite(['deploy'], /^(deploy|shared\/build)\//),
    },
    { name: 'unit', inputs: readByUnit, run: suite(['unit', 'isolated'], /^(host|remotes|shared\/(?!build\/))/) },
    {
      name: 'conformance',
      after: ['build'],
      waits: true,
      onlyFor: /^deploy\/tools\/conformance\//,
      inputs: readByConformance,
      peers: [PEERS.chromium],
      run: (print) => runVitest(['conformance'], { print, env, workers }),
    },
    { name: 'types', inputs: readByTypes, run: checkTypes },
    { name: 'lint', run: (print) => checkLint(print, affected?.changed) },
    { name: 'imports', run: checkImports },
    { name: 'dead-code', run: checkDeadCode },
    {
      name: 'sizes',
      after: ['build'],
      onlyFor: builds,
      run: async (print) => checkSizes(print, buildsOf(await build(print))),
    },
    {
      name: 'browsers',
      after: ['build'],
      onlyFor: builds,
      run: async (print) => checkBrowsers(print, buildsOf(await build(print))),
    },
  ];
}
