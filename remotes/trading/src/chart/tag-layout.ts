import { spread } from './spread.ts';

/** px from one handle to the next: a tag and room to tell its neighbour apart. */
const GAP = 28;
/** px that a tag is high, with a little air. */
const TAG = 20;
/** px of a finger's target above and below the middle of a handle without neighbours. */
const REACH = 22;

export type PlacedTag = {
  readonly element: HTMLElement;
  /** px from the top of the pane to the line; beyond the pane if the price is. */
  readonly y: number;
  readonly height: number;
  /** Can be taken hold of. Other tags stay on their lines. */
  readonly handle: boolean;
};

export type TagLayout = {
  put(id: string, tag: PlacedTag): void;
  remove(id: string): void;
};

const within = (value: number, from: number, to: number) => Math.max(from, Math.min(to, value));

function show(element: HTMLElement, y: number, data: Readonly<Record<string, string | undefined>>): void {
  const transform = `translateY(${y}px)`;
  if (element.style.transform !== transform) element.style.transform = transform;
  for (const [name, value] of Object.entries(data)) {
    if (element.dataset[name] === value) continue;
    if (value === undefined) delete element.dataset[name];
    else element.dataset[name] = value;
  }
}

const beyond = ({ y, height }: PlacedTag) => (y < 0 ? 'above' : y > height ? 'below' : undefined);

/**
 * Handles of prices beyond those that are drawn wait side by side at the edge, small: spread over the pane they would stand
 * at prices that are not theirs.
 */
function layBeyond(handles: readonly PlacedTag[]): void {
  for (const side of ['above', 'below'] as const) {
    const out = handles.filter((tag) => beyond(tag) === side).sort((a, b) => a.y - b.y);
    // The nearest price next to the axis.
    if (side === 'above') out.reverse();
    for (const [index, { element, height }] of out.entries()) {
      element.style.setProperty('--place', String(index));
      element.style.setProperty('--reach', `${REACH}px`);
      show(element, side === 'above' ? TAG / 2 : height - TAG / 2, { beyond: side, column: undefined });
    }
  }
}

/**
 * Places tags by their lines, and handles beside each other where several stand at nearly one price. Returns in how many
 * columns the handles stand.
 */
export function layTags(tags: Iterable<PlacedTag>): 1 | 2 {
  const handles: PlacedTag[] = [];
  const away: PlacedTag[] = [];
  for (const tag of tags) {
    // The one that is being dragged is where its line is.
    const { handle, element, y, height } = tag;
    if (handle && element.dataset.held === undefined) (beyond(tag) ? away : handles).push(tag);
    else show(element, within(y, 0, height), { beyond: beyond(tag), column: undefined });
  }
  layBeyond(away);
  const [first] = handles;
  if (!first) return 1;
  handles.sort((a, b) => a.y - b.y);
  const room = Math.max(0, first.height - TAG);
  const places = spread(
    handles.map(({ y }) => within(y - TAG / 2, 0, room)),
    room,
    GAP,
  );
  const step = handles.length > 1 ? Math.min(GAP, room / (handles.length - 1)) : GAP;
  const columns = step < TAG ? 2 : 1;
  for (const [index, tag] of handles.entries()) {
    const at = places[index] ?? 0;
    const gaps = [at - (places[index - columns] ?? -Infinity), (places[index + columns] ?? Infinity) - at];
    tag.element.style.setProperty('--reach', `${Math.min(REACH, ...gaps.map((gap) => gap / 2))}px`);
    show(tag.element, at + TAG / 2, {
      beyond: undefined,
      column: columns > 1 ? (index % 2 ? 'second' : 'first') : undefined,
    });
  }
  return columns;
}

/** Lays tags out once after all lines of a frame were drawn, and reports in how many columns. */
export function tagLayout(laid: (columns: 1 | 2) => void): TagLayout {
  const tags = new Map<string, PlacedTag>();
  let due = false;
  const later = () => {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      laid(layTags(tags.values()));
    });
  };
  return {
    put(id, tag) {
      tags.set(id, tag);
      later();
    },
    remove(id) {
      tags.delete(id);
      later();
    },
  };
}
