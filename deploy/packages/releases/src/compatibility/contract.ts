import { z } from 'zod';
import { faultsOf, paramsSchema } from '../descriptor.ts';
import { hashOf } from '../file-list.ts';
import { ReleaseError } from '../release-error.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');
/** Names and calls are written into a program for the compiler, so nothing else may be in them. */
const usedName = z.string().regex(/^(\*|[A-Za-z_$][\w$]*)$/);
const calledPath = z.string().regex(/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/);
const calledWith = z.string().regex(/^(\*|[A-Za-z0-9_./: -]{1,120})$/);

const usedModule = z.strictObject({
  /** Range of the package's version that the remote accepts. */
  range: z.string(),
  /** Names it imports; `*` where the module is used as a whole. */
  exports: z.array(usedName),
  /** What is only ever called, and with which written-out first arguments; `*` for any. */
  calls: z.record(calledPath, z.array(calledWith)).optional(),
});

const providedModule = z.strictObject({
  version: z.string(),
  /** Names it exports; `*` where the build could not tell. */
  exports: z.array(z.string()),
});

/** What a version record keeps of a remote's build. `types` is the hash of the declarations it was compiled against. */
export const remoteContractSchema = z.strictObject({
  uses: z.record(z.string(), usedModule),
  types: hash,
  /** By path of a screen: names of the parameters that links to it give. Absent in versions published before. */
  links: z.record(z.string(), z.array(z.string())).optional(),
});

/** What a host record keeps of a build of the host. */
export const hostContractSchema = z.strictObject({
  provides: z.record(z.string(), providedModule),
  types: hash,
  /** Its own screens by path, with their parameters. Absent in builds published before. */
  screens: z.record(z.string(), paramsSchema).optional(),
});

const buildContractSchema = z.strictObject({
  schema: z.literal(1),
  uses: remoteContractSchema.shape.uses.optional(),
  provides: hostContractSchema.shape.provides.optional(),
  links: remoteContractSchema.shape.links,
  screens: hostContractSchema.shape.screens,
  types: z.strictObject({ hash, text: z.string() }),
});

const declarationsSchema = z.strictObject({
  entries: z.record(z.string(), z.string()),
  files: z.record(z.string().regex(/^[\w@.-]+(\/[\w@.-]+)*\.(d\.ts|json)$/), z.string()),
});

export type UsedModule = z.infer<typeof usedModule>;
export type ProvidedModule = z.infer<typeof providedModule>;
export type RemoteContract = z.infer<typeof remoteContractSchema>;
export type HostContract = z.infer<typeof hostContractSchema>;

/** The declared types of one state of `shared/`. */
export type DeclarationSet = {
  readonly hash: string;
  /** By request: the file that it begins in. */
  readonly entries: Readonly<Record<string, string>>;
  /** By path: the text of a declaration file. */
  readonly files: Readonly<Record<string, string>>;
};

/** What a build wrote beside its output, taken apart for the records and for the store. */
export type BuildContract = {
  readonly remote?: RemoteContract;
  readonly host?: HostContract;
  /** To be kept in the store as `contracts/<hash>.json`. */
  readonly types: { readonly hash: string; readonly text: string };
};

function parsed<T>(schema: z.ZodType<T>, text: string, where: string): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ReleaseError('build_incomplete', `${where} is not JSON: build again.`);
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw new ReleaseError('build_incomplete', `${where} is not what it should be:\n  ${faultsOf(result.error)}`);
}

/** Reads `<output folder>.contract.json`. `where` is named in a refusal. */
export function parseBuildContract(text: string, where: string): BuildContract {
  const { uses, provides, links, screens, types } = parsed(buildContractSchema, text, where);
  parseDeclarations(types.text, types.hash);
  return {
    ...(uses ? { remote: { uses, types: types.hash, ...(links ? { links } : {}) } } : {}),
    ...(provides ? { host: { provides, types: types.hash, ...(screens ? { screens } : {}) } } : {}),
    types,
  };
}

/** Reads the declarations that the store keeps under a hash; refuses those that are not of that hash. */
export function parseDeclarations(text: string, hash: string): DeclarationSet {
  if (hashOf(text) !== hash) {
    throw new ReleaseError('store_damaged', `contracts/${hash}.json holds something else than its name says.`);
  }
  return { hash, ...parsed(declarationsSchema, text, `contracts/${hash}.json`) };
}
