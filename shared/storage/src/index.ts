/* Without jotai, for the host's first bundle and for code outside of components; atoms are in `@tessera/storage/atom`. */

export { anyText, flag, guarded, isAhead, oneOf, someOf, texts } from './accept.ts';
export { hideAmounts } from './hide-amounts.ts';
export { type StoredDefinition, type StoredValue, storedValue } from './stored-value.ts';
