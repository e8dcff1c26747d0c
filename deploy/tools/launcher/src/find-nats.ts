// Prints the path of a NATS server for programs of other packages; what is said while one is installed goes to stderr.
import { ensureNats, NO_NATS } from './nats.ts';

const path = await ensureNats();
if (path) console.log(path);
else console.error(NO_NATS);
process.exit(path ? 0 : 1);
