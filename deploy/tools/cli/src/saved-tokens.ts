import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** A token that a log-in was given. */
export type SavedToken = {
  readonly token: string;
  /** Unix ms. */
  readonly expires_at: number;
};

type Content = Readonly<Record<string, SavedToken>>;

/** Tokens of log-ins, by the origin of the platform. */
export type SavedTokens = {
  /** Undefined for none that is still good. */
  of(platform: string): SavedToken | undefined;
  /** Keeps one in place of the former one, or with undefined none. */
  keep(platform: string, token: SavedToken | undefined): void;
};

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

function read(path: string): Content {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
  try {
    return JSON.parse(text) as Content;
  } catch {
    throw new Error(`${path} is not JSON: delete it, and log in again.`);
  }
}

/** Those of a user of this machine: `logins.json` in `tessera` of the configuration folder, which only that user reads. */
export function savedTokens(env: Environment, now: () => number = Date.now): SavedTokens {
  const path = join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'tessera', 'logins.json');
  return {
    of(platform) {
      const content = read(path);
      const saved = Object.hasOwn(content, platform) ? content[platform] : undefined;
      return saved && saved.expires_at > now() ? saved : undefined;
    },
    keep(platform, token) {
      const { [platform]: _former, ...others } = read(path);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      // In one step: two commands at once, or one that is ended, leave a whole file.
      const next = `${path}.${randomUUID()}`;
      const content = token === undefined ? others : { ...others, [platform]: token };
      writeFileSync(next, JSON.stringify(content, null, 2), { mode: 0o600 });
      renameSync(next, path);
    },
  };
}
