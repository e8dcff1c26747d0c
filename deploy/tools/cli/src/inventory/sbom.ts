// `npm run tessera -- sbom [file]`: what production consists of, as CycloneDX.
import { billOfMaterials } from './bill-of-materials.ts';
import { printInventory, readRoot } from './print.ts';
import { productionPackages } from './production-packages.ts';

printInventory(({ lockfile, folders }) => {
  const { version } = JSON.parse(readRoot('package.json')) as { version: string };
  return `${JSON.stringify(billOfMaterials(productionPackages(lockfile), { version, folders }), null, 2)}\n`;
});
