import type { Tool } from '@tessera/api/charts';

/** Strokes in a square of 24. */
const PATHS: Readonly<Record<Tool, string>> = {
  segment: 'M5 18 19 6M5 18h.01M19 6h.01',
  rayLine: 'M4 19 20 7M4 19h.01M12 13h.01',
  straightLine: 'M2 21 22 4M8 16h.01M16 9h.01',
  horizontalStraightLine: 'M2 12h20M12 12h.01',
  verticalStraightLine: 'M12 2v20M12 12h.01',
  parallelStraightLine: 'M3 15 17 4M7 21 21 10M3 15h.01M17 4h.01M7 21h.01',
  fibonacciLine: 'M3 4h18M3 9h18M3 13h18M3 20h18',
  priceLine: 'M5 15h16M5 15h.01M5 9h6',
};

export const ToolIcon = ({ tool }: { readonly tool: Tool }) => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinecap="round" strokeWidth="2" aria-hidden="true">
    <path d={PATHS[tool]} />
  </svg>
);
