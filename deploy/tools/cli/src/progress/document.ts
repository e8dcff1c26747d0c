export type Progress = {
  /** Calls without a handler, with what each is for. */
  readonly calls: ReadonlyArray<{ readonly callId: string; readonly summary: string }>;
};

const opening = (part: string) => `<!-- generated: ${part} -->`;
const CLOSING = '<!-- end -->';

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const listOfCalls = (calls: Progress['calls']): string =>
  calls.map(({ callId, summary }) => `- \`${callId}\`: ${lowered(summary)}`).join('\n');

/** A document with the content between the marks of a generated part replaced. Throws without the marks. */
export function replacePart(document: string, part: string, content: string): string {
  const start = document.indexOf(opening(part));
  const end = document.indexOf(CLOSING, start);
  if (start < 0 || end < 0) throw new Error(`the document has no part ${opening(part)} … ${CLOSING}`);
  return `${document.slice(0, start)}${opening(part)}\n\n${content}\n\n${document.slice(end)}`;
}

/** The document with its generated parts updated; manual parts are kept. */
export const withProgress = (document: string, { calls }: Progress): string =>
  replacePart(document, 'calls', listOfCalls(calls));
