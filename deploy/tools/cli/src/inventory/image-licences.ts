import { licenceOf, MissingLicence, type PackageLicence } from '@tessera/build/licences';
import { standardText } from './standard-text.ts';

/** What packages hold of others, whose licences ask for more than the package's own. */
const ATTRIBUTIONS: ReadonlyArray<{ readonly package: RegExp; readonly licence: string; readonly text: string }> = [
  {
    package: /^@ip-location-db\/geo-whois-asn-country-mmdb$/,
    licence: 'CC-BY-4.0',
    text: `Countries of networks: data of the Number Resource Organization (NRO, https://www.nro.net), licensed under Creative
Commons Attribution 4.0 (https://creativecommons.org/licenses/by/4.0/). ip-location-db merged the statistics of AFRINIC,
APNIC, ARIN, LACNIC and RIPE NCC with published geofeeds and wrote them as MMDB; the table is used unchanged.`,
  },
  {
    package: /^@img\/sharp-libvips-/,
    licence: 'MPL-1.1',
    text: 'The library holds cairo under the Mozilla Public License 1.1; the table below names the others.',
  },
  {
    package: /^node$/,
    licence: 'MIT',
    text: 'Node.js holds the work of others; their licences are in /usr/local/LICENSE of the image.',
  },
];

function withAttribution(licence: PackageLicence, folder: string): PackageLicence {
  const attribution = ATTRIBUTIONS.find((each) => each.package.test(licence.name));
  if (!attribution) return licence;
  return {
    ...licence,
    licence: [...new Set([licence.licence, attribution.licence])].join(' AND '),
    text: [attribution.text, standardText(folder, attribution.licence), licence.text].filter(Boolean).join('\n\n'),
  };
}

/** Licences of all installed packages. Throws one `MissingLicence` that names every package without. */
export function installedLicences(folders: ReadonlyMap<string, string>): readonly PackageLicence[] {
  const missing: string[] = [];
  const licences = [...folders.values()].flatMap((folder) => {
    try {
      return [withAttribution(licenceOf(folder, standardText), folder)];
    } catch (error) {
      if (!(error instanceof MissingLicence)) throw error;
      missing.push(error.message);
      return [];
    }
  });
  if (missing.length > 0) throw new MissingLicence(missing.join('\n'));
  return licences;
}

const LINE = '='.repeat(80);

/** One text of all licences; packages with the same text share it. */
export function licencesText(licences: readonly PackageLicence[]): string {
  const byText = new Map<string, string[]>();
  for (const { name, version, licence, text } of licences) {
    const packages = byText.get(text) ?? [];
    packages.push(`${name} ${version} (${licence})`);
    byText.set(text, packages);
  }
  const parts = [...byText].map(([text, packages]) => `${LINE}\n${packages.sort().join('\n')}\n\n${text}\n`);
  return `This image contains the packages below, under these licences.\n\n${parts.sort().join('\n')}`;
}
