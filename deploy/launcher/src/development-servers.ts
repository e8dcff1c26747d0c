// Child of `npm run dev`: serves the packages given as `<folder>=<port>` with reload on change.
import { developmentServer } from '@tessera/build';

const stops: (() => Promise<void>)[] = [];
for (const argument of process.argv.slice(2)) {
  const at = argument.lastIndexOf('=');
  stops.push(await developmentServer(argument.slice(0, at), Number(argument.slice(at + 1))));
}

process.once('SIGTERM', () => {
  Promise.all(stops.map((stop) => stop())).then(() => process.exit(0));
});
