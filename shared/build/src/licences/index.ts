export { licenceOf, MissingLicence, type PackageLicence, readDescription } from './package-licence.ts';
