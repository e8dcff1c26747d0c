import { foldTyped } from '@tessera/money/typed';

/** What was meant by an address that was typed or copied: without blanks and line ends, and what stands around it. */
export const foldAddress = (text: string): string =>
  foldTyped(text)
    .replace(/\s/g, '')
    // Each run of signs is read once: from every sign of it, a long one would be read to its end again.
    .replace(/^['"<([{“„«]+|(?<!['">)\]}”“».,;])['">)\]}”“».,;]+$/g, '');
