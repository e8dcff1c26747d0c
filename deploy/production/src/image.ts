import { readText } from './repository.ts';

export const DOCKERFILE = 'deploy/production/container/Dockerfile';

/** Images that the build stages of our image stand on. */
export const baseImages = (): string[] =>
  [...readText(DOCKERFILE).matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
