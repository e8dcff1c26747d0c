import { licenceOf } from '@tessera/build/licences';
import spdx from 'spdx-license-list';
import { type LockedPackage, LockfileGap, type ProductionPackages } from './production-packages.ts';
import { standardText } from './standard-text.ts';

type Licence =
  | { readonly license: { readonly id: string } | { readonly name: string } }
  | { readonly expression: string };

type Component = {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly hashes: ReadonlyArray<{ readonly alg: string; readonly content: string }>;
  readonly licenses: readonly [Licence];
  readonly purl: string;
};

/** CycloneDX 1.6, as far as it is used. */
export type BillOfMaterials = {
  readonly $schema: string;
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly version: 1;
  readonly metadata: {
    readonly component: {
      readonly type: 'application';
      readonly 'bom-ref': string;
      readonly name: string;
      readonly version: string;
    };
  };
  readonly components: readonly Component[];
  readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn: readonly string[] }>;
};

const addressOf = ({ name, version }: Pick<LockedPackage, 'name' | 'version'>): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

function hashOf({ name, integrity }: LockedPackage): Component['hashes'][number] {
  const [, bits, hash] = /^sha(256|384|512)-([\w+/]+=*)$/.exec(integrity) ?? [];
  if (!bits || !hash) throw new LockfileGap(`pnpm-lock.yaml has a hash of ${name} that is none: ${integrity}`);
  return { alg: `SHA-${bits}`, content: Buffer.from(hash, 'base64').toString('hex') };
}

function stated(licence: string): Licence {
  if (licence in spdx) return { license: { id: licence } };
  return / (?:OR|AND|WITH) /.test(licence) ? { expression: licence } : { license: { name: licence } };
}

function componentOf(locked: LockedPackage, folder: string): Component {
  const [scope, short] = locked.name.startsWith('@') ? locked.name.split('/') : [undefined, locked.name];
  return {
    type: 'library',
    'bom-ref': addressOf(locked),
    ...(scope === undefined ? {} : { group: scope }),
    name: short ?? locked.name,
    version: locked.version,
    hashes: [hashOf(locked)],
    licenses: [stated(licenceOf(folder, standardText).licence)],
    purl: addressOf(locked),
  };
}

/**
 * Writes down what production consists of on this machine's platform: hashes from the lockfile, licences from the
 * installed packages. The same lockfile gives the same text. Throws `LockfileGap` and `MissingLicence`.
 */
export function billOfMaterials(
  { packages, direct }: ProductionPackages,
  { version, folders }: { readonly version: string; readonly folders: ReadonlyMap<string, string> },
): BillOfMaterials {
  const present = [...packages].filter(([key, { optional }]) => {
    if (!folders.has(key) && !optional) throw new LockfileGap(`${key} is not installed: install the packages first.`);
    return folders.has(key);
  });
  const references = new Map(present.map(([key, locked]) => [key, addressOf(locked)] as const));
  const known = (keys: readonly string[]) => keys.flatMap((key) => references.get(key) ?? []);
  const product = { type: 'application', 'bom-ref': `tessera@${version}`, name: 'tessera', version } as const;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: product },
    components: present.map(([key, locked]) => componentOf(locked, folders.get(key) as string)),
    dependencies: [
      { ref: product['bom-ref'], dependsOn: known(direct) },
      ...present.map(([, locked]) => ({ ref: addressOf(locked), dependsOn: known(locked.dependsOn) })),
    ],
  };
}
