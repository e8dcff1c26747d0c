import type { DrawPage, DrawRecord } from './draw-record.ts';

/**
 * Joins pages that were read one after the other; null where they are not of one state of the series, as it was revealed
 * or cancelled in between: they have to be read again. Rounds that stand on two pages are the same.
 */
export function joinPages(pages: readonly DrawPage[]): DrawRecord | null {
  const last = pages.at(-1);
  if (!last || pages.some(({ seed, commitment }) => seed !== last.seed || commitment !== last.commitment)) return null;
  const rounds = new Map(pages.flatMap((page) => page.rounds.map((round) => [round.round, round] as const)));
  const { next: _, ...head } = last;
  return { ...head, draws: pages.flatMap(({ draws }) => draws), rounds: [...rounds.values()] };
}

/** Reads the whole record: `read` returns the page after a box. The pages are read again where the series changed meanwhile. */
export async function readRecord(read: (after: number) => Promise<DrawPage>, first?: DrawPage): Promise<DrawRecord> {
  for (let tries = 0; tries < 3; tries++) {
    const pages = [tries === 0 && first ? first : await read(0)];
    for (let next = pages[0]?.next ?? null; next !== null; ) {
      const page = await read(next);
      if (page.next !== null && page.next <= next) throw new RangeError('the pages of the record do not go on');
      pages.push(page);
      ({ next } = page);
    }
    const record = joinPages(pages);
    if (record) return record;
  }
  throw new Error('the record changed with each reading');
}
