import { join } from 'node:path';
import { pickText, textsIn } from '../../platform/texts.ts';
import en from './seed/en.json' with { type: 'json' };

/** Rules of a room for which staff wrote none. */
export const RULES = pickText(textsIn(join(import.meta.dirname, 'seed'), en), ({ rules }) => rules);
