export { type Entry, type EntryNote, type EntryTerms, enter, entryOf, pasted, settled } from './entry.ts';
export { foldSigns, foldText, foldTyped, UNSEEN, withoutAccents } from './fold.ts';
export { type AmountProblem, readAmount } from './read-amount.ts';
