import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { hashOf } from '../file-list.ts';
import { temporaryFolder } from '../testing.ts';
import { compareHost } from './compare.ts';
import { type DeclarationSet, parseBuildContract, parseDeclarations, type RemoteContract } from './contract.ts';
import { liveRemote } from './testing.ts';
import { typeComparer } from './types/compare-types.ts';

// The gate on a remote of this repository as the build really describes it, beside hosts of other states of shared/.

const ROOT = join(import.meta.dirname, '../../../../..');

let markets: RemoteContract;
let types: DeclarationSet;

beforeAll(async () => {
  const outDir = join(await temporaryFolder(), 'markets');
  const build = [join(ROOT, 'shared/build/src/cli.ts'), join(ROOT, 'remotes/markets')];
  await promisify(execFile)(process.execPath, [...build, '--version', '0.0.0-gate', '--out', outDir], { cwd: ROOT });
  const path = `${outDir}.contract.json`;
  const contract = parseBuildContract(await readFile(path, 'utf8'), path);
  markets = contract.remote as RemoteContract;
  types = parseDeclarations(contract.types.text, contract.types.hash);
});

/** A host that provides all that the remote uses, by the types of that state of shared/. */
async function verdictBeside(files: DeclarationSet['files']) {
  const after = { ...types, hash: hashOf(JSON.stringify(files)), files };
  const provides = Object.fromEntries(
    Object.entries(markets.uses).map(([request, { exports, range }]) => [
      request,
      { version: range.replace('^', ''), exports },
    ]),
  );
  const { reasons } = await compareHost(
    { version: '2.0.0', contract: { provides, types: after.hash } },
    { host: null, remotes: [liveRemote('markets', { contract: markets })] },
    {
      declarations: async (hash) => [types, after].find((set) => set.hash === hash),
      compareTypes: typeComparer(),
    },
  );
  return reasons.map(({ code, message }) => `${code}: ${message}`);
}

/** Changes one file; fails where there is nothing to change. */
function edited(path: string, change: (text: string) => string): Record<string, string> {
  const text = types.files[path] ?? '';
  const result = change(text);
  expect(result).not.toBe(text);
  return { [path]: result };
}

const CONTRACT = 'api/src/contract/index.d.ts';

const withField = (call: string, text: string): string => {
  const at = text.indexOf('payload: z.ZodObject<{', text.indexOf(`"${call}": `));
  return `${text.slice(0, at)}${text.slice(at).replace('<{', '<{ added_lately: z.ZodString;')}`;
};

it('a change of shared/ that the remote does not feel is none, even where it uses the same function', async () => {
  expect(markets.uses['@tessera/api']?.calls?.api).toContain('POST /optional/add');
  const files = {
    ...types.files,
    ...edited(CONTRACT, (text) => withField('POST /coin/trade', text)),
    ...edited('ui/src/button/Button.d.ts', (text) => text.replace('{\n', '{\n    readonly tone?: string;\n')),
  };
  expect(await verdictBeside(files)).toEqual([]);
});

it('a change of shared/ that breaks the remote is found before it is live', async () => {
  const files = {
    ...types.files,
    ...edited(CONTRACT, (text) => withField('POST /optional/add', text)),
    ...edited('ui/src/button/Button.d.ts', (text) => text.replace(/readonly variant\?:[^;]*;/, '')),
  };
  expect(await verdictBeside(files)).toEqual([
    expect.stringMatching(
      /^type_changed: `api\('POST \/optional\/add'\)` of @tessera\/api .*'added_lately' is missing/,
    ),
    expect.stringMatching(/^type_changed: `Button` of @tessera\/ui .*No longer taken: variant\.$/),
  ]);
});
