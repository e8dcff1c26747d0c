// `npm run tessera -- screens`: generates the parameter types of all screens.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DECLARED, declarationFile, declaredScreens } from './declare.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const screens = declaredScreens(root);
writeFileSync(join(root, DECLARED), declarationFile(screens));
console.log(`${DECLARED}: ${screens.length} screens`);
