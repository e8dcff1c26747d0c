// Prints the path of an nginx for programs of other packages; what is said while one is installed goes to stderr.
import { ensureNginx, NO_NGINX } from './nginx.ts';

const path = await ensureNginx();
if (path) console.log(path);
else console.error(NO_NGINX);
process.exit(path ? 0 : 1);
