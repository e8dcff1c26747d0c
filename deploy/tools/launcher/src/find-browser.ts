// Prints the path of a Chromium for programs of other packages; the output of an installation goes to stderr.
import { ensureBrowser, NO_BROWSER } from './set-up.ts';

const path = await ensureBrowser();
if (path) console.log(path);
else console.error(NO_BROWSER);
process.exit(path ? 0 : 1);
