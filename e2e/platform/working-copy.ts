import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { develop } from './develop.ts';
import { ROOT } from './release.ts';
import { DATA_DIR } from './where.ts';

const run = promisify(execFile);

/** The repository of a team with its own remote: its sources only, on a machine that can reach the platform. */
export class WorkingCopy {
  readonly dir = mkdtempSync(join(tmpdir(), 'tessera-team-'));
  readonly #env = { ...process.env, DATA_DIR };

  constructor() {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
    for (const file of listed.toString().split('\0').filter(Boolean)) {
      const source = join(ROOT, file);
      if (existsSync(source)) cpSync(source, join(this.dir, file));
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

  /** Starts `tessera dev`. */
  readonly develop = (name: string) => develop(this.dir, name);

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

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
