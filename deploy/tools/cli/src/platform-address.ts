/** Address of the platform that commands are about: `TESSERA_PLATFORM`, or the one that `npm start` runs here on `PORT`. */
export const platformAddress = (env: Readonly<Record<string, string | undefined>>): string =>
  env.TESSERA_PLATFORM ?? `http://localhost:${env.PORT ?? 8080}`;
