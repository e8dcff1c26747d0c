import { useSparklines } from '@tessera/api/instruments';
import { Sparkline } from '@tessera/ui/content';

/** px at 375 wide. */
const CURVE = { width: 48, height: 24 };

/** The day's curve of a coin, once it is known. */
export default function MoverCurve({ symbol, ratio }: { readonly symbol: string; readonly ratio: string }) {
  const { data } = useSparklines();
  const values = data?.[symbol];
  const change = Number(ratio);
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : undefined;
  return values ? <Sparkline values={values} direction={direction} {...CURVE} /> : null;
}
