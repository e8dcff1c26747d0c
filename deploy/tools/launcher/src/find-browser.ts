// Prints the path of a Chromium for programs of other packages; what is said while one is installed goes to stderr.
import { ensureBrowser, NO_BROWSER } from './set-up.ts';

const path = await ensureBrowser();
if (path) console.log(path);
else console.error(NO_BROWSER);
process.exit(path ? 0 : 1);
