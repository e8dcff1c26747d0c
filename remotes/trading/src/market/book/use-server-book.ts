import type { BookChannel, BookRow, Depth } from '@tessera/api/realtime';
import { renewTopic, subscribeTopic } from '@tessera/realtime';
import { useEffect, useState } from 'react';
import { afterRow, type BookState, levelsOf } from './book-state.ts';

/** The book of a symbol in rows of a step, best first; undefined until it has come. Shown at most once a frame. */
export function useServerBook(symbol: string, step: string): Pick<Depth, 'bids' | 'asks'> | undefined {
  const [shown, show] = useState<{ readonly of: string; readonly book: Pick<Depth, 'bids' | 'asks'> } | null>(null);
  const channel: BookChannel = `book:${symbol}:${step}`;
  useEffect(() => {
    let state: BookState | null = null;
    let asked = false;
    let frame = 0;
    const paint = () => {
      frame = 0;
      if (state) show({ of: channel, book: levelsOf(state) });
    };
    const stop = subscribeTopic(channel, (rows) => {
      for (const row of rows as readonly BookRow[]) {
        const next = afterRow(state, row);
        if (next === 'gap') {
          // One request is enough for all that was missed.
          if (!asked) renewTopic(channel);
          asked = true;
          continue;
        }
        if (row[1] === null) asked = false;
        state = next;
      }
      frame ||= requestAnimationFrame(paint);
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [channel]);
  return shown?.of === channel ? shown.book : undefined;
}
