// Child of `npm run dev` and of `tessera dev`: serves the packages given as `<folder>=<port>` with reload on change.
// `--page-host <name>` is a host, besides this machine, whose pages listen for the reload.
import { parseArgs } from 'node:util';
import { developmentServer } from '@tessera/build';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'page-host': { type: 'string', multiple: true } },
});

const stops: (() => Promise<void>)[] = [];
for (const argument of positionals) {
  const at = argument.lastIndexOf('=');
  stops.push(await developmentServer(argument.slice(0, at), Number(argument.slice(at + 1)), values['page-host']));
}

process.once('SIGTERM', () => {
  Promise.all(stops.map((stop) => stop())).then(() => process.exit(0));
});
