import { useEffect, useState } from 'react';
import { type Palette, readPalette, watchPalette } from './palette.ts';

/** The colours in force. */
export function usePalette(): Palette {
  const read = () => readPalette(getComputedStyle(document.documentElement));
  const [palette, setPalette] = useState(read);
  useEffect(() => watchPalette(() => setPalette(read())), []);
  return palette;
}
