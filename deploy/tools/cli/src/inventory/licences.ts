// `npm run tessera -- licences [file]`: the licence texts of all installed packages.
import { installedLicences, licencesText } from './image-licences.ts';
import { printInventory } from './print.ts';

printInventory(({ folders }) => licencesText(installedLicences(folders)));
