import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { publishHostFolder, ROOT } from './release.ts';

const hashOf = (content: string): string => createHash('sha256').update(content).digest('base64');

/** A built host, to be changed before it is published: what names a file follows the file. */
class HostFolder {
  readonly dir: string;
  readonly #assets: string;
  /** By file: the hash by which it is named, where its content has changed since. */
  readonly #named = new Map<string, string>();

  constructor(dir: string) {
    this.dir = dir;
    this.#assets = join(dir, 'assets');
  }

  /** The file of a part, such as `main`. */
  fileOf(part: string): string {
    const found = readdirSync(this.#assets).find((name) => name.startsWith(`${part}.`) && name.endsWith('.js'));
    if (!found) throw new Error(`the host has no ${part}`);
    return found;
  }

  /** Gives a script another content, and with it another name; `inside` is the file that names it. */
  change(part: string, inside: string, edit: (content: string) => string): void {
    const name = this.fileOf(part);
    const before = readFileSync(join(this.#assets, name), 'utf8');
    const after = edit(before);
    if (after === before) throw new Error(`${part} is as it was`);
    const [, hash = ''] = name.split('.');
    const changed = createHash('sha256').update(after).digest('hex').slice(0, hash.length);
    for (const suffix of ['', '.br', '.gz']) rmSync(join(this.#assets, name + suffix), { force: true });
    writeFileSync(join(this.#assets, name.replace(hash, changed)), after);
    const names = join(this.dir, inside);
    // Without its padding, as scripts hold it.
    const [from, to] = [this.#named.get(name) ?? hashOf(before), hashOf(after)].map((each) => each.slice(0, -1));
    const naming = readFileSync(names, 'utf8');
    if (!from || !to || !naming.includes(from)) throw new Error(`${inside} does not name ${name} with its hash`);
    this.#named.set(basename(inside), hashOf(naming));
    writeFileSync(names, naming.replaceAll(hash, changed).replaceAll(from, to));
    for (const suffix of ['.br', '.gz']) rmSync(names + suffix, { force: true });
  }
}

/**
 * Publishes another version of the host, made of the built one: its main script knows that version and is changed by
 * `edit`, and its part `rarely` has another name. Live versions are unchanged.
 */
export async function publishHostVariant(
  version: string,
  live: string,
  edit: (main: string) => string = (main) => main,
): Promise<{ readonly main: string; readonly rarely: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-host-'));
  try {
    const built = join(folder, 'host');
    for (const beside of ['', '.contract.json', '.report.json'])
      cpSync(join(ROOT, `dist/host${beside}`), built + beside, { recursive: true });
    const host = new HostFolder(built);
    const former = [host.fileOf('main'), host.fileOf('rarely')];
    host.change('rarely', join('assets', host.fileOf('main')), (content) => `${content}\n/* ${version} */`);
    host.change('main', 'index.html', (content) => edit(content.replaceAll(live, version)));
    const named = { main: host.fileOf('main'), rarely: host.fileOf('rarely') };
    const report = readFileSync(`${built}.report.json`, 'utf8');
    const [main = '', rarely = ''] = former;
    writeFileSync(`${built}.report.json`, report.replaceAll(main, named.main).replaceAll(rarely, named.rarely));
    await publishHostFolder(version, built);
    return named;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
