// `npm run tessera -- screens`: generates the parameter types of all screens.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backendDeclarationFile, DECLARED, DECLARED_IN_BACKEND, declarationFile, declaredScreens } from './declare.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const screens = declaredScreens(root);
writeFileSync(join(root, DECLARED), declarationFile(screens));
writeFileSync(join(root, DECLARED_IN_BACKEND), backendDeclarationFile(screens));
console.log(`${DECLARED}, ${DECLARED_IN_BACKEND}: ${screens.length} screens`);
