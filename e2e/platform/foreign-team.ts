import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './release.ts';
import { DATA_DIR, ORIGIN } from './where.ts';

const run = promisify(execFile);

/** Puts the SDK of these sources into the store of the platform under test, as `npm run pack` does. */
export async function packSdk(): Promise<void> {
  const env = { ...process.env, DATA_DIR };
  await run(process.execPath, [join(ROOT, 'deploy/tools/sdk/src/main.ts')], { cwd: ROOT, env });
}

/** A team with an empty folder, npm, and the address of the platform: nothing of this repository is in its way. */
export class ForeignTeam {
  readonly folder = mkdtempSync(join(tmpdir(), 'tessera-foreign-'));
  readonly name: string;
  readonly dir: string;
  token = '';

  constructor(name: string) {
    this.name = name;
    this.dir = join(this.folder, name);
  }

  get #env(): NodeJS.ProcessEnv {
    const { TESSERA_TOKEN: _token, NODE_OPTIONS: _options, ...env } = process.env;
    const bin = join(this.dir, 'node_modules/.bin');
    return {
      ...env,
      // Not the caches of this machine: what they hold hides what a platform does not serve.
      npm_config_cache: join(this.folder, '.npm'),
      npm_config_update_notifier: 'false',
      PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
      CI: 'true',
      ...(this.token ? { TESSERA_TOKEN: this.token } : {}),
    };
  }

  /** Runs a program in the team's folder. Rejects with what it said where it fails. */
  async run(program: string, args: readonly string[], cwd = this.dir): Promise<string> {
    try {
      const { stdout } = await run(program, [...args], { cwd, env: this.#env, maxBuffer: 64 * 1024 * 1024 });
      return stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${program} ${args.join(' ')}:\n${stdout}\n${stderr}`);
    }
  }

  /** The first command of a team, as `/sdk/` of the platform says it. */
  async init(): Promise<void> {
    const { start } = (await (await fetch(`${ORIGIN}/sdk/`)).json()) as { readonly start: string };
    const [program = '', ...args] = start.replace('<name>', this.name).split(' ');
    await this.run(program, args, this.folder);
  }

  /** Packages of others come from this machine's store, where they are; those of the SDK from the platform. */
  async install(): Promise<void> {
    const pnpm = join(ROOT, 'deploy/tools/launcher/package-manager.mjs');
    if (!existsSync(pnpm)) throw new Error('There is no package manager.');
    await this.run(process.execPath, [pnpm, '--dir', this.dir, 'install', '--prefer-offline', '--ignore-scripts']);
  }

  readonly tessera = (...args: string[]): Promise<string> => this.run('tessera', args);

  /** The version that its files make now, `raffle@1.0.0-…`. */
  async version(): Promise<string> {
    return (await this.tessera('version')).trim();
  }

  /** Changes a source; the text to replace must exist. */
  change(file: string, from: string, to: string): void {
    const path = join(this.dir, file);
    const source = readFileSync(path, 'utf8');
    if (!source.includes(from)) throw new Error(`${file} does not hold ${from}`);
    writeFileSync(
      path,
      source.replace(from, () => to),
    );
  }

  /** Starts `tessera dev`; resolves with the address that it prints. */
  async develop(): Promise<{ readonly url: string; stop(): Promise<void> }> {
    const child: ChildProcess = spawn('tessera', ['dev'], { cwd: this.dir, env: this.#env });
    const ended = new Promise<void>((done) => child.on('exit', () => done()));
    const url = await new Promise<string>((found, failed) => {
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (words) => {
          said += words;
          const [address] = /http\S+\/open/.exec(said) ?? [];
          if (address) found(address);
        });
      }
      child.on('exit', () => failed(new Error(`tessera dev ended: ${said}`)));
    });
    return {
      url,
      stop() {
        child.kill('SIGTERM');
        return ended;
      },
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
