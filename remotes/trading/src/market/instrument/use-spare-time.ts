import type { LiveSource } from '@tessera/realtime';
import { startTransition, useEffect, useState } from 'react';

/**
 * A live value of a symbol for what is only derived from it, such as an order form: rendered in the time that frames
 * leave, so that a tick does not delay the price, the book and the chart. One symbol for as long as the caller lives.
 */
export function useInSpareTime<T>(source: LiveSource<T>, symbol: string): T | undefined {
  const [value, setValue] = useState(() => source.get(symbol));
  useEffect(() => {
    const read = () => setValue(() => source.get(symbol));
    read();
    return source.listen(symbol, () => startTransition(read));
  }, [source, symbol]);
  return value;
}
