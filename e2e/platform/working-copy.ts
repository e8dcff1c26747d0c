import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DIST } from '../../deploy/tools/launcher/src/layout.ts';
import { develop } from './develop.ts';
import { ROOT } from './release.ts';
import { DATA_DIR } from './where.ts';

const run = promisify(execFile);

/** A build and what stands beside it. */
const PARTS = ['', '.version', '.report.json', '.contract.json'];

/**
 * The repository of a team with its own remote, on a machine that can reach the platform: its sources and the host's build,
 * which takes longer than the rest of a check and is found up to date.
 */
export class WorkingCopy {
  readonly dir = mkdtempSync(join(tmpdir(), 'tessera-team-'));
  readonly #env = { ...process.env, DATA_DIR };

  constructor() {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
    for (const file of listed.toString().split('\0').filter(Boolean)) {
      const source = join(ROOT, file);
      if (!existsSync(source)) continue;
      mkdirSync(dirname(join(this.dir, file)), { recursive: true });
      copyFileSync(source, join(this.dir, file));
    }
    for (const part of PARTS) {
      cpSync(join(DIST, `host${part}`), join(this.dir, 'dist', `host${part}`), { recursive: true });
    }
  }

  /** `npm run tessera -- …` until it exits. Rejects with its output if it fails. */
  async tessera(...args: string[]): Promise<string> {
    try {
      const { stdout } = await run('npm', ['run', '--silent', 'tessera', '--', ...args], {
        cwd: this.dir,
        env: this.#env,
      });
      return stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`tessera ${args.join(' ')}:\n${stdout}\n${stderr}`);
    }
  }

  /** Builds a remote and publishes it as this version, without the check: one that fails on some phones alone passes it. */
  async publishUnchecked(name: string, version: string): Promise<string> {
    const [dir, built] = [join(this.dir, 'remotes', name), join(this.dir, 'built', version)];
    const node = (...args: string[]) => run(process.execPath, args, { cwd: this.dir, env: this.#env });
    await node('shared/build/src/cli.ts', dir, '--version', version, '--out', built);
    await node('e2e/platform/publish-folder.ts', dir, version, built);
    return version;
  }

  /** Starts `tessera dev`. */
  readonly develop = (name: string) => develop(this.dir, name);

  /** A source as it is now. */
  readonly read = (file: string): string => readFileSync(join(this.dir, file), 'utf8');

  /** Changes a source; the text to replace must exist. */
  change(file: string, from: string, to: string): void {
    const source = this.read(file);
    if (!source.includes(from)) throw new Error(`${file} does not hold ${from}`);
    writeFileSync(
      join(this.dir, file),
      source.replace(from, () => to),
    );
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
