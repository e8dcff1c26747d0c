// `npm run tessera -- screens`: generates the parameter types of all screens, and the list of links that the backend sends.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  BACKEND_LINKS_FILE,
  backendDeclarationFile,
  backendLinks,
  backendLinksFile,
  DECLARED,
  DECLARED_IN_BACKEND,
  declarationFile,
  declaredScreens,
} from './declare.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const screens = declaredScreens(root);
writeFileSync(join(root, DECLARED), declarationFile(screens));
writeFileSync(join(root, DECLARED_IN_BACKEND), backendDeclarationFile(screens));
console.log(`${DECLARED}, ${DECLARED_IN_BACKEND}: ${screens.length} screens`);
const links = backendLinks(root);
writeFileSync(join(root, BACKEND_LINKS_FILE), backendLinksFile(links));
console.log(`${BACKEND_LINKS_FILE}: ${links.length} links`);
