import { BAR, type Change, HOST } from '@tessera/registry-api';
import { texts } from '../texts.ts';

/** A remote's name, or what the host is called. */
export const nameOf = (name: string): string =>
  name === HOST ? texts.history.host : name === BAR ? texts.bar.title : name;

/** `markets 0.8.0 → 0.9.0`, joined. */
export const wordsOf = (changes: readonly Change[]): string =>
  changes.length === 0
    ? texts.action.unchanged
    : changes
        .map(({ name, from, to }) => `${nameOf(name)} ${from ?? texts.action.nothing} → ${to ?? texts.action.nothing}`)
        .join('; ');
