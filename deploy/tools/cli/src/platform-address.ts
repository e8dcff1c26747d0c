import { UsageError } from './usage.ts';

/** Address of the platform that commands are about: `TESSERA_PLATFORM`, or the one that `npm start` runs here on `PORT`. */
export const platformAddress = (env: Readonly<Record<string, string | undefined>>): string =>
  env.TESSERA_PLATFORM ?? `http://localhost:${env.PORT ?? 8080}`;

/** An origin, such as https://h5.example. Throws UsageError for any other text; `name` says what gave it. */
export function platformOrigin(text: string, name: string): string {
  const origin = text.replace(/\/$/, '');
  if (/^https?:\/\/[^/\s]+$/.test(origin)) return origin;
  throw new UsageError(`${name} is the origin of a platform, such as https://h5.example, not ${text}.`);
}
