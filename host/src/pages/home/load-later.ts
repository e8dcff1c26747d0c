import { type ComponentType, lazy } from 'react';

type Later = typeof import('./later.ts');

/** A part of Home that loads after its first picture. */
export const later = <Props extends object>(part: (all: Later) => ComponentType<Props>) =>
  lazy(async () => ({ default: part(await import(/* webpackChunkName: "home-later" */ './later.ts')) }));
