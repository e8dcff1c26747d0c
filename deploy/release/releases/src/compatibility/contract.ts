import { z } from 'zod';
import { faultsOf, paramsSchema } from '../descriptor.ts';
import { hashOf } from '../file-list.ts';
import { ReleaseError } from '../release-error.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');
/** Names and calls are written into a program for the compiler, so the pattern must not let other code in. */
const usedName = z
  .string()
  .regex(/^(\*|[A-Za-z_$][\w$]*)$/)
  // What our packages hand out once, to the host.
  .regex(/^(?!(?:takeHost|forHost)$)/, 'is for the host alone');
const calledPath = z.string().regex(/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/);
const calledWith = z.string().regex(/^(\*|[A-Za-z0-9_./: -]{1,120})$/);

/** The part of a package of ours that no remote is given, whichever build its contract is from. */
const OF_HOST = /^@tessera\/[^/]+\/host$/;

const usedModule = z.strictObject({
  /** Range of the package's version that the remote accepts. */
  range: z.string(),
  /** Imported names; `*` if the module is used as a whole. */
  exports: z.array(usedName),
  /** Functions that are only called, with their literal first arguments; `*` for any. */
  calls: z.record(calledPath, z.array(calledWith)).optional(),
});

const providedModule = z.strictObject({
  version: z.string(),
  /** Exported names; `*` if the build could not determine them. */
  exports: z.array(z.string()),
});

/** Contract of a remote in its version record. `types` is the hash of the declarations it was compiled against. */
export const remoteContractSchema = z.strictObject({
  uses: z
    .record(z.string(), usedModule)
    .refine((uses) => Object.keys(uses).every((request) => !OF_HOST.test(request)), 'a part is for the host alone'),
  types: hash,
  /** By path of the target screen: names of the parameters that links pass. Absent in versions published before. */
  links: z.record(z.string(), z.array(z.string())).optional(),
  /** Namespaces of texts that it owns. Absent in versions published before, which own the one of their name at least. */
  texts: z.array(z.string()).optional(),
});

/** Contract of the host in its host record. */
export const hostContractSchema = z.strictObject({
  provides: z.record(z.string(), providedModule),
  types: hash,
  /** Its own screens by path, with their parameters. Absent in builds published before. */
  screens: z.record(z.string(), paramsSchema).optional(),
  /** Namespaces of texts of its own and of `shared/`. Absent in builds published before. */
  texts: z.array(z.string()).optional(),
});

const buildContractSchema = z.strictObject({
  schema: z.literal(1),
  uses: remoteContractSchema.shape.uses.optional(),
  provides: hostContractSchema.shape.provides.optional(),
  links: remoteContractSchema.shape.links,
  screens: hostContractSchema.shape.screens,
  texts: remoteContractSchema.shape.texts,
  types: z.strictObject({ hash, text: z.string() }),
});

const declarationsSchema = z.strictObject({
  entries: z.record(z.string(), z.string()),
  files: z.record(z.string().regex(/^[\w@.-]+(\/[\w@.-]+)*\.(d\.ts|json)$/), z.string()),
});

export type UsedModule = z.infer<typeof usedModule>;
export type RemoteContract = z.infer<typeof remoteContractSchema>;
export type HostContract = z.infer<typeof hostContractSchema>;

/** The declared types of one state of `shared/`. */
export type DeclarationSet = {
  readonly hash: string;
  /** By module request: its entry file. */
  readonly entries: Readonly<Record<string, string>>;
  /** By path: the text of a declaration file. */
  readonly files: Readonly<Record<string, string>>;
};

/** The contract file of a build, split for the records and for the store. */
export type BuildContract = {
  readonly remote?: RemoteContract;
  readonly host?: HostContract;
  /** Stored as `contracts/<hash>.json`. */
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
  throw new ReleaseError('build_incomplete', `${where} is not valid:\n  ${faultsOf(result.error)}`);
}

/** Reads `<output folder>.contract.json`. `where` is used in error messages. */
export function parseBuildContract(text: string, where: string): BuildContract {
  const { uses, provides, links, screens, texts, types } = parsed(buildContractSchema, text, where);
  parseDeclarations(types.text, types.hash);
  const owned = texts ? { texts } : {};
  return {
    ...(uses ? { remote: { uses, types: types.hash, ...(links ? { links } : {}), ...owned } } : {}),
    ...(provides ? { host: { provides, types: types.hash, ...(screens ? { screens } : {}), ...owned } } : {}),
    types,
  };
}

/** Reads the declarations stored under a hash; rejects content that does not match it. */
export function parseDeclarations(text: string, hash: string): DeclarationSet {
  if (hashOf(text) !== hash) {
    throw new ReleaseError('store_damaged', `contracts/${hash}.json does not match its hash.`);
  }
  return { hash, ...parsed(declarationsSchema, text, `contracts/${hash}.json`) };
}
