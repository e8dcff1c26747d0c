import { parseArgs } from 'node:util';
import { UsageError } from '../../usage.ts';
import { addCall } from './call.ts';
import { addDomain, apiFolder, backendFolder, PLAYS } from './domain.ts';
import { checkDomainName } from './names.ts';
import { addScreen } from './screen.ts';
import type { Sources } from './sources.ts';

const string = { type: 'string' } as const;
const boolean = { type: 'boolean' } as const;

/** Rethrows argument errors as UsageError. */
function orUsage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Generates the files and returns the next steps, one per line. Throws UsageError. */
export type Generator = (sources: Sources, args: readonly string[]) => readonly string[];

const newDomain: Generator = (sources, args) => {
  const { positionals, values } = orUsage(() =>
    parseArgs({ args: [...args], allowPositionals: true, options: { purpose: string } }),
  );
  const domain = checkDomainName(positionals[0]);
  if (sources.read(`${backendFolder(domain)}/index.ts`) !== undefined) {
    throw new UsageError(`There is a domain ${domain} already: add calls to it by new call ${domain} 'POST /…'.`);
  }
  addDomain(sources, domain, values.purpose ?? `${domain.charAt(0).toUpperCase()}${domain.slice(1)}.`);
  return [
    `Add its first call: npm run tessera -- new call ${domain} 'POST /…'`,
    `If it moves money: how it is played against, in ${PLAYS}`,
  ];
};

const ACCESS = ['public', 'user', 'verified'] as const;

const newCall: Generator = (sources, args) => {
  const options = { access: string, read: boolean } as const;
  const { positionals, values } = orUsage(() => parseArgs({ args: [...args], allowPositionals: true, options }));
  const [name, callId, ...more] = positionals;
  if (callId === undefined || more.length > 0) {
    throw new UsageError("A domain and a call are needed: new call convert 'POST /user/getTransferFee'");
  }
  const domain = checkDomainName(name);
  const access = ACCESS.find((each) => each === (values.access ?? 'user'));
  if (!access) throw new UsageError(`--access is one of ${ACCESS.join(', ')}.`);
  const { file, hook } = addCall(sources, { domain, callId, access, read: values.read ?? false });
  return [
    `Say what it takes and returns: ${apiFolder(domain)}/contract.ts, and a fixture of it in fixtures.ts`,
    `Handle it: ${backendFolder(domain)}/${file}.ts; its test fails until then`,
    `Use it: ${hook} of @tessera/api/${domain}`,
  ];
};

const SCREEN_ACCESS = ['guest', 'user', 'verified'] as const;

const newScreen: Generator = (sources, args) => {
  const options = { path: string, title: string, access: string } as const;
  const { positionals, values } = orUsage(() => parseArgs({ args: [...args], allowPositionals: true, options }));
  const [remote, folder, ...more] = positionals;
  if (remote === undefined || folder === undefined || more.length > 0 || values.path === undefined) {
    throw new UsageError(
      'A remote, a folder and a route are needed: new screen assets convert --path /pages/transfer/transfer',
    );
  }
  const access = SCREEN_ACCESS.find((each) => each === (values.access ?? 'user'));
  if (!access) throw new UsageError(`--access is one of ${SCREEN_ACCESS.join(', ')}.`);
  addScreen(sources, { remote, folder, path: values.path, title: values.title, access });
  return [
    `Build it: remotes/${remote}/src/pages/${folder}; its test fails until then`,
    ...(values.title === undefined ? [] : ['Translate its title in the ten files of src/i18n']),
    'Declare its parameters in remote.json, then: npm run tessera -- screens',
  ];
};

export const generators: Readonly<Record<string, Generator>> = {
  domain: newDomain,
  call: newCall,
  screen: newScreen,
};
