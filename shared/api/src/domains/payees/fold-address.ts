import { foldTyped } from '@tessera/money/typed';

/** What was meant by an address that was typed or copied: without blanks and line ends, and what stands around it. */
export const foldAddress = (text: string): string =>
  foldTyped(text)
    .replace(/\s/g, '')
    .replace(/^['"<([{“„«]+|['">)\]}”“».,;]+$/g, '');
