// Child of `npm run dev` and of `tessera dev`: serves the packages given as `<folder>=<port>` with reload on change.
// `--page-host <name>` is a host, besides this machine, whose pages listen for the reload. The parent sends how the page
// is opened, again with each renewal of its grant.
import { parseArgs } from 'node:util';
import { developmentServer, type Opening } from '@tessera/build';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'page-host': { type: 'string', multiple: true } },
});

let opening: Opening | undefined;
process.on('message', (sent: Opening) => {
  opening = sent;
});

const stops: (() => Promise<void>)[] = [];
for (const argument of positionals) {
  const at = argument.lastIndexOf('=');
  const [folder, port] = [argument.slice(0, at), Number(argument.slice(at + 1))];
  stops.push(await developmentServer(folder, port, values['page-host'], () => opening));
}

process.once('SIGTERM', () => {
  Promise.all(stops.map((stop) => stop())).then(() => process.exit(0));
});
