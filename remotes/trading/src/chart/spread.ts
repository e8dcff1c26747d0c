type Block = { readonly sum: number; readonly count: number };

const mean = ({ sum, count }: Block) => sum / count;

/**
 * Places for marks that want to stand at `wanted` (px, in rising order): at least `gap` apart, within 0 to `height`, and
 * as near to where they want to be as that allows (least squares, by pooling adjacent violators). Where `gap` does not
 * fit, they share the height evenly.
 */
export function spread(wanted: readonly number[], height: number, gap: number): readonly number[] {
  const step = wanted.length > 1 ? Math.min(gap, height / (wanted.length - 1)) : 0;
  const last = height - step * Math.max(0, wanted.length - 1);
  // Without the steps before it, no mark may stand above the one before.
  const blocks: Block[] = [];
  for (const [index, at] of wanted.entries()) {
    let block: Block = { sum: at - step * index, count: 1 };
    for (let above = blocks.at(-1); above && mean(above) > mean(block); above = blocks.at(-1)) {
      block = { sum: above.sum + block.sum, count: above.count + block.count };
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks
    .flatMap((block) => Array.from({ length: block.count }, () => mean(block)))
    .map((at, index) => Math.max(0, Math.min(last, at)) + step * index);
}
