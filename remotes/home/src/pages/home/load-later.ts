import { optionalPart } from '@tessera/ui/optional-part';
import type { ComponentType, ReactNode } from 'react';

type Later = typeof import('./later.ts');

/** A part of Home that loads after its first picture. */
export const later = <Props extends object>(part: (all: Later) => ComponentType<Props>, waiting?: ReactNode) =>
  optionalPart(async () => ({ default: part(await import(/* webpackChunkName: "later" */ './later.ts')) }), waiting);
