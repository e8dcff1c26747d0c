import type { CDPSession } from '@playwright/test';

export type HeapPoint = {
  readonly minute: number;
  readonly kib: number;
  readonly nodes: number;
  readonly listeners: number;
};

/** What lives after a collection. */
export async function heapAt(devtools: CDPSession, minute: number): Promise<HeapPoint> {
  // What the first collection releases by finalizers the second one frees.
  for (let turn = 0; turn < 2; turn += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  return { minute, kib: of('JSHeapUsedSize') / 1024, nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** Least squares: KiB an hour. */
export function slopeOf(points: readonly HeapPoint[]): number {
  const mean = (of: (point: HeapPoint) => number) => points.reduce((sum, each) => sum + of(each), 0) / points.length;
  const [x, y] = [mean(({ minute }) => minute), mean(({ kib }) => kib)];
  const shared = points.reduce((sum, { minute, kib }) => sum + (minute - x) * (kib - y), 0);
  const spread = points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  return (shared / spread) * 60;
}
