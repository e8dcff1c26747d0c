import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { remoteWith } from '../../../../../shared/build/src/testing/package-with.ts';
import { hashOf } from '../file-list.ts';
import { temporaryFolder } from '../testing.ts';
import { compareHost } from './compare.ts';
import { type DeclarationSet, parseBuildContract, parseDeclarations, type RemoteContract } from './contract.ts';
import { liveRemote } from './testing.ts';
import { typeComparer } from './types/compare-types.ts';

/*
 * Runs the gate on the real contract of a built remote against hosts built from other states of shared/. A remote bundles the domains it uses, so their calls are not part of the contract with the host. It shares the API kit, the bus and the other page packages with the host.
 */

const ROOT = join(import.meta.dirname, '../../../../..');

const SOURCES = {
  'src/remote.tsx': `
    import { defineRemote } from '@tessera/i18n';
    export default defineRemote({
      name: 'draws',
      texts: (code) => import(\`./i18n/\${code}.json\`),
      pages: { '/pages/draws/screen': () => import('./pages/screen/Screen.tsx') },
    });
  `,
  'src/pages/screen/Screen.tsx': `
    import { callsOf } from '@tessera/api';
    import { bus } from '@tessera/bus';
    import { Button } from '@tessera/ui';
    const { command } = callsOf({ 'POST /draws/enter': { access: 'user', idempotent: true } });
    const useEnter = command('POST /draws/enter');
    bus.on('account', ({ kind }) => bus.request('toast', { text: kind }));
    export default function Screen() {
      const { run, unresolved } = useEnter();
      return <Button variant="primary" onClick={() => run({})}>{unresolved ? 'again' : 'enter'}</Button>;
    }
  `,
};

let draws: RemoteContract;
let types: DeclarationSet;

beforeAll(async () => {
  const outDir = join(await temporaryFolder(), 'draws');
  const build = [join(ROOT, 'shared/build/src/cli.ts'), await remoteWith('draws', SOURCES)];
  await promisify(execFile)(process.execPath, [...build, '--version', '0.0.0-gate', '--out', outDir], { cwd: ROOT });
  const path = `${outDir}.contract.json`;
  const contract = parseBuildContract(await readFile(path, 'utf8'), path);
  draws = contract.remote as RemoteContract;
  types = parseDeclarations(contract.types.text, contract.types.hash);
  // Builds in separate processes, in parallel.
}, 90_000);

/** A host that provides everything the remote uses, with the types of that state of shared/. */
async function verdictBeside(changes: DeclarationSet['files'], contract = draws, built = types) {
  const files = { ...types.files, ...changes };
  const after = { ...types, hash: hashOf(JSON.stringify(files)), files };
  const provides = Object.fromEntries(
    Object.entries(contract.uses).map(([request, { exports, range }]) => [
      request,
      { version: range.replace('^', ''), exports },
    ]),
  );
  const { reasons } = await compareHost(
    { version: '2.0.0', contract: { provides, types: after.hash } },
    { host: null, remotes: [liveRemote('draws', { contract })] },
    {
      declarations: async (hash) => [built, after].find((set) => set.hash === hash),
      compareTypes: typeComparer(),
    },
  );
  return reasons.map(({ code, message }) => `${code}: ${message}`);
}

/** Changes one file; fails if the text to replace is missing. */
function edited(path: string, from: string | RegExp, to: string): Record<string, string> {
  const text = types.files[path] ?? '';
  const result = text.replace(from, to);
  expect(result, path).not.toBe(text);
  return { [path]: result };
}

const [EVENTS, COMMAND, BUTTON] = ['bus/src/events.d.ts', 'api/src/kit/command.d.ts', 'ui/src/button/Button.d.ts'];

it('records what a remote shares with the host: the kit and the events it uses, but no calls of its domains', () => {
  expect(draws.uses['@tessera/api']).toEqual({ range: '*', exports: ['callsOf'] });
  expect(draws.uses['@tessera/bus']?.calls).toEqual({ 'bus.on': ['account'], 'bus.request': ['toast'] });
  expect(Object.keys(types.files).filter((path) => path.startsWith('api/src/domains/'))).toEqual([]);
});

it('a change of shared/ that does not affect the remote is compatible, even in a function that it uses', async () => {
  const changes = {
    ...edited(EVENTS, /fiat: Fiat;/, 'fiat: { readonly currency: FiatCode };'),
    ...edited(COMMAND, 'readonly busy: boolean;', 'readonly busy: boolean;\n    readonly since: number;'),
    ...edited(BUTTON, '{\n', '{\n    readonly tone?: string;\n'),
  };
  expect(await verdictBeside(changes)).toEqual([]);
});

it('a change of shared/ that breaks the remote is rejected before it is live', async () => {
  const changes = {
    ...edited(EVENTS, 'account: AccountEvent;', "account: Omit<AccountEvent, 'kind'>;"),
    ...edited(COMMAND, /readonly unresolved: [^;]*;/, ''),
    ...edited(BUTTON, /readonly variant\?:[^;]*;/, ''),
  };
  expect(await verdictBeside(changes)).toEqual([
    expect.stringMatching(/^type_changed: `callsOf` of @tessera\/api .*unresolved/s),
    expect.stringMatching(/^type_changed: `bus\.on\('account'\)` of @tessera\/bus .*kind/s),
    expect.stringMatching(/^type_changed: `Button` of @tessera\/ui .*No longer taken: variant\.$/),
  ]);
});

/** The bus as hosts had it before remotes were only to ask: each part of the page emitted each event. */
const FORMER_BUS = `import type { BusEvents, StickyEvents } from './events.d.ts';
export type Bus = {
    emit<K extends keyof BusEvents>(type: K, value: BusEvents[K]): void;
    on<K extends keyof BusEvents>(type: K, listener: (value: BusEvents[K]) => void): () => void;
    last<K extends keyof StickyEvents>(type: K): StickyEvents[K] | undefined;
};
export declare function createBus(report?: (error: unknown) => void): Bus;
export declare const bus: Bus;
`;

it.each([
  ['navigate', []],
  ['toast', []],
  ['session', [expect.stringMatching(/^type_changed: `bus\.emit\('session'\)`/)]],
])(
  'a remote of before that emits %s fits a host by which remotes only ask as far as it asks',
  async (event, reasons) => {
    const files = { ...types.files, 'bus/src/bus.d.ts': FORMER_BUS };
    const former = { ...types, hash: hashOf(JSON.stringify(files)), files };
    const uses = { '@tessera/bus': { range: '*', exports: ['bus'], calls: { 'bus.emit': [event] } } };
    expect(await verdictBeside({}, { uses, types: former.hash }, former)).toEqual(reasons);
  },
);

it.each([
  ['@tessera/api/host', 'configureApi'],
  ['@tessera/bus', 'takeHost'],
  ['@tessera/bus', 'forHost'],
])('a contract that takes %s of the host alone is none, whichever build wrote it: %s', (request, name) => {
  const text = JSON.stringify({ schema: 1, uses: { [request]: { range: '*', exports: [name] } }, types: {} });
  expect(() => parseBuildContract(text, 'draws.contract.json')).toThrow('is for the host alone');
});
