import { useState } from 'react';
import { keepOrder, orderOf, type Sort, type Standing } from './order.ts';

type Asked = { readonly question: string; readonly order: readonly string[] };

/**
 * The order on screen. It is made again only when `question` changes (another tab, a tap on a column, a refresh);
 * ticks in between change figures, never places. `standings` is read at that moment only.
 */
export function useOrder(
  question: string,
  symbols: readonly string[],
  standings: () => readonly Standing[],
  sort: Sort,
): readonly string[] {
  const [asked, setAsked] = useState<Asked>(() => ({ question, order: orderOf(standings(), sort) }));
  const order = asked.question === question ? keepOrder(asked.order, symbols) : orderOf(standings(), sort);
  // Kept while rendering, so that no frame shows the order before.
  if (asked.question !== question || asked.order !== order) setAsked({ question, order });
  return order;
}
