const END = '<!-- end -->';

function boundsOf(page: string, part: string): readonly [from: number, to: number] {
  const begin = `<!-- generated: ${part} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`The page has no place for it: ${begin} … ${END}`);
  return [from + begin.length, to];
}

/** What a generated part of a page holds. Throws where the page has none of this name. */
export const readPart = (page: string, part: string): string => page.slice(...boundsOf(page, part)).trim();

/** The page with the content in that part. Throws where it has none. */
export function withPart(page: string, part: string, content: string): string {
  const [from, to] = boundsOf(page, part);
  return `${page.slice(0, from)}\n${content}\n${page.slice(to)}`;
}
