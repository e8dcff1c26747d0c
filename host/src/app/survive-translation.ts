/*
 * Translators of browsers take texts out of the page and put `<font>` elements in their place. React keeps the texts that it
 * made: it fails where it removes one or inserts before it (https://github.com/facebook/react/issues/11538), and changes
 * one that is not in the page, so that a price stands still while it looks live.
 *
 * Here each text is known by what replaced it: the replacement leaves the page with it, stands for its place, and gives way
 * to the text itself as soon as that changes.
 */

const isStandIn = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT';

/** Texts that a translator took out, by their replacement, and the other way round. */
type Replaced = { readonly standInOf: WeakMap<Node, HTMLElement>; readonly textsOf: WeakMap<Node, Text[]> };

/** The element that a translator put where a text was: one that stands for none yet, else the one of its neighbour. */
function standInBeside(
  { addedNodes, previousSibling, nextSibling }: MutationRecord,
  { textsOf }: Replaced,
): HTMLElement | undefined {
  const beside = [...addedNodes, previousSibling, nextSibling].filter(isStandIn);
  return beside.find((each) => !textsOf.has(each)) ?? beside[0];
}

/**
 * Keeps the page working while a translator changes it. Without a translator it only looks at what is added. Returns a
 * function that ends it.
 */
export function surviveTranslation(page: HTMLElement = document.body): () => void {
  const { removeChild, insertBefore } = Node.prototype;
  const replaced: Replaced = { standInOf: new WeakMap(), textsOf: new WeakMap() };
  const { standInOf, textsOf } = replaced;
  let translated = false;

  const forget = (text: Node): HTMLElement | undefined => {
    const standIn = standInOf.get(text);
    standInOf.delete(text);
    return standIn;
  };

  /** Puts the texts back that an element stands for. */
  const restore = (standIn: HTMLElement): void => {
    const parent = standIn.parentNode;
    const texts = textsOf.get(standIn) ?? [];
    textsOf.delete(standIn);
    for (const text of texts) {
      if (forget(text) && parent) insertBefore.call(parent, text, standIn);
    }
    if (parent) removeChild.call(parent, standIn);
  };

  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const standIn = standInOf.get(target);
      if (standIn) restore(standIn);
    }
  });

  const remember = (text: Text, standIn: HTMLElement): void => {
    standInOf.set(text, standIn);
    textsOf.set(standIn, [...(textsOf.get(standIn) ?? []), text]);
    changes.observe(text, { characterData: true });
  };

  const look = (records: readonly MutationRecord[]): void => {
    for (const record of records) {
      translated ||= [...record.addedNodes].some(isStandIn);
      const standIn = translated ? standInBeside(record, replaced) : undefined;
      if (!standIn) continue;
      for (const node of record.removedNodes) {
        if (node instanceof Text && !node.isConnected) remember(node, standIn);
      }
    }
  };
  const replacements = new MutationObserver(look);
  replacements.observe(page, { childList: true, subtree: true });

  Node.prototype.removeChild = function remove<Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child;
    // The translator's own changes may be a moment old.
    look(replacements.takeRecords());
    if (!translated) return removeChild.call(this, child) as Child;
    const standIn = forget(child);
    if (standIn?.parentNode) removeChild.call(standIn.parentNode, standIn);
    return child;
  };
  Node.prototype.insertBefore = function insert<Child extends Node>(
    this: Node,
    node: Child,
    before: Node | null,
  ): Child {
    if (before === null || before.parentNode === this) return insertBefore.call(this, node, before) as Child;
    look(replacements.takeRecords());
    if (!translated) return insertBefore.call(this, node, before) as Child;
    const standIn = standInOf.get(before);
    return insertBefore.call(this, node, standIn?.parentNode === this ? standIn : null) as Child;
  };

  return () => {
    replacements.disconnect();
    changes.disconnect();
    Object.assign(Node.prototype, { removeChild, insertBefore });
  };
}
