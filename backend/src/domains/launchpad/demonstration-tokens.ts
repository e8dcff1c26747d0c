import { join } from 'node:path';
import { pickText, textsIn } from '../../platform/texts.ts';
import en from './texts/en.json' with { type: 'json' };

/** A token of the demonstration. */
export type Demonstration = {
  readonly code: string;
  readonly name: string;
  /** Of its first sale, USDT. */
  readonly price: string;
};

/** In the order of their turns. */
export const DEMONSTRATIONS: readonly Demonstration[] = [
  { code: 'OPUS', name: 'Opus', price: '0.5' },
  { code: 'KILN', name: 'Kiln', price: '1.2' },
  { code: 'FRIT', name: 'Frit', price: '0.08' },
  { code: 'SMALTI', name: 'Smalti', price: '2.4' },
  { code: 'GLAZE', name: 'Glaze', price: '0.25' },
  { code: 'MOSA', name: 'Mosa', price: '0.9' },
];

/** What is said of each of them. */
export const DESCRIPTION = pickText(textsIn(join(import.meta.dirname, 'texts'), en), ({ description }) => description);
