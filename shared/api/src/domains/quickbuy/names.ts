import { UNSEEN, withoutAccents } from '@tessera/money/typed';

/** Letters that do not come apart into another one and a mark, as passports write them (ICAO 9303 part 3, section 6 A). */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'q',
  ł: 'l',
  ŋ: 'n',
  ø: 'oe',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ŧ: 't',
};
const APART = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Letters that passports write in two ways: without their mark, which banks do, and with a second letter. */
const TWOFOLD: Readonly<Record<string, string>> = { ä: 'ae', å: 'aa', ö: 'oe', ü: 'ue' };

const plain = (text: string): string => withoutAccents(text).replace(APART, (letter) => LETTERS[letter] ?? letter);

/** The spellings of a part of a name, without case, accents and marks that are not seen. */
const spellingsOf = (part: string): readonly string[] => {
  const written = part.normalize('NFC');
  return [plain(written), plain(written.replace(/[äåöü]/g, (letter) => TWOFOLD[letter] ?? letter))];
};

/** Parts of a name, each by its spellings. */
const partsOf = (name: string): readonly (readonly string[])[] =>
  name
    .replace(UNSEEN, '')
    .toLowerCase()
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .map(spellingsOf);

/**
 * Whether a payer's name is that of a verified document: the same parts in any order, without case and accents. Banks
 * leave middle names out, so that of three parts and more one may be missing; the rest and a second part have to be there.
 */
export function isSameName(verified: string, payer: string): boolean {
  const known = [...partsOf(verified)];
  const stated = partsOf(payer);
  const found = stated.every((part) => {
    const at = known.findIndex((each) => each.some((spelling) => part.includes(spelling)));
    if (at >= 0) known.splice(at, 1);
    return at >= 0;
  });
  return found && stated.length > 0 && (known.length === 0 || (stated.length >= 2 && known.length <= 1));
}
