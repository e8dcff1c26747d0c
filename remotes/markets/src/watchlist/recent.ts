import { storedValue, texts } from '@tessera/storage';
import { RESET, storedAtom } from '@tessera/storage/atom';
import { useAtom } from 'jotai';

const KEPT = 12;

/** The instruments that this device opened last, latest first. */
const viewed = storedValue<readonly string[]>({ name: 'markets.recent', initial: [], accept: texts });
const viewedAtom = storedAtom(viewed);

/** With `symbol` in front, each once, the oldest beyond the limit forgotten. */
export const withViewed = (symbols: readonly string[], symbol: string): readonly string[] =>
  [symbol, ...symbols.filter((each) => each !== symbol)].slice(0, KEPT);

export const rememberViewed = (symbol: string): void => viewed.write(withViewed(viewed.read(), symbol));

/** The symbols, and a function that forgets them. */
export function useRecentlyViewed(): readonly [symbols: readonly string[], forget: () => void] {
  const [symbols, set] = useAtom(viewedAtom);
  return [symbols, () => set(RESET)];
}
