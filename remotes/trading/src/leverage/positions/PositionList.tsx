import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDateTime, formatPercent, formatPrice, isNegative } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { useSession } from '@tessera/session';
import { EmptyState, Loaded, LogInFirst, SkeletonRows, useLocale } from '@tessera/ui';
import { lazyPart } from '@tessera/ui/lazy-part';
import { type ReactNode, useState } from 'react';
import { exactText } from '../../market/exact-text.ts';
import type { Book, OpenRow } from '../account/use-book.ts';
import type { SharedResult } from '../share/ShareSheet.tsx';
import { CloseAll } from './CloseAll.tsx';
import { type PositionAction, PositionCard } from './PositionCard.tsx';

const CloseSheet = lazyPart(() => import(/* webpackChunkName: "position" */ './CloseSheet.tsx'));
const StopsSheet = lazyPart(() => import(/* webpackChunkName: "position" */ './StopsSheet.tsx'));
const MarginSheet = lazyPart(() => import(/* webpackChunkName: "position" */ './MarginSheet.tsx'));
const ReverseDialog = lazyPart(() => import(/* webpackChunkName: "position" */ './ReverseDialog.tsx'));
const ShareSheet = lazyPart(() => import(/* webpackChunkName: "share" */ '../share/ShareSheet.tsx'));

/** So many cards ask for the rate of their next funding. */
const RATED = 8;

/** In place of positions and orders for guests. */
export /** The result of an open position as it is shared. */
function useSharedResult({ position, instrument, roe, pnl, mark }: OpenRow): SharedResult {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const priced = (value: string | null) =>
    value === null ? '–' : instrument ? formatPrice(value, instrument.tick, locale) : exactText(value, locale);
  return {
    symbol: position.symbol,
    direction: `${t(`lever.${position.side}`)} ${position.multiple}×`,
    tone: position.side === 'long' ? 'up' : 'down',
    roe: formatPercent(roe, locale),
    profit: `${formatAmount(pnl, 2, locale, { signed: true })} ${position.currency}`,
    gain: !isNegative(pnl),
    figures: [
      { label: t('lever.entryPrice'), value: priced(position.open_price) },
      { label: t('lever.markPrice'), value: priced(mark ?? position.current_price) },
    ],
    when: formatDateTime(serverNow(), locale),
  };
}

type SheetProps = { readonly open: boolean; readonly onClose: () => void; readonly row: OpenRow };

function SharePosition({ open, onClose, row }: SheetProps) {
  const result = useSharedResult(row);
  // The picture is of the moment at which it was asked for.
  const [taken] = useState(result);
  return <ShareSheet props={{ open, onClose, result: taken }} />;
}

const SHEETS: Readonly<Record<PositionAction, (props: SheetProps) => ReactNode>> = {
  close: (props) => <CloseSheet props={props} />,
  stops: (props) => <StopsSheet props={props} />,
  margin: (props) => <MarginSheet props={props} />,
  reverse: (props) => <ReverseDialog props={props} />,
  share: (props) => <SharePosition {...props} />,
};

type PositionListProps = {
  readonly book: Book;
  /** Positions of one instrument only. */
  readonly symbol?: string | undefined;
  /** The way forward where there is none. */
  readonly empty?: ReactNode;
};

/** Open positions with all that can be done with them. */
export function PositionList({ book, symbol, empty }: PositionListProps) {
  const t = useTexts('trading/leverage');
  const signedIn = useSession() !== null;
  const [acting, act] = useState<{ readonly action: PositionAction; readonly id: string } | null>(null);
  if (!signedIn) return <LogInFirst compact />;
  const { rows: all } = book;
  if (!all) {
    const title = t('lever.positions.failed');
    return <Loaded query={book.query} compact title={title} waiting={<SkeletonRows count={3} />} />;
  }
  const rows = all.filter(({ position }) => symbol === undefined || position.symbol === symbol);
  if (rows.length === 0) {
    return (
      <EmptyState
        compact
        illustration="orders"
        title={t('lever.positions.none')}
        text={t('lever.positions.noneHelp')}
        action={empty}
      />
    );
  }
  const row = acting && rows.find(({ position }) => position.id === acting.id);
  const Acting = acting && SHEETS[acting.action];
  return (
    <>
      <CloseAll rows={rows} symbol={symbol} />
      <ul aria-label={t('lever.positions.title')}>
        {rows.map((each, place) => (
          <PositionCard
            key={each.position.id}
            row={each}
            rated={place < RATED}
            onAction={(action, { position }) => act({ action, id: position.id })}
          />
        ))}
      </ul>
      {Acting && row && <Acting key={`${acting.action} ${acting.id}`} open onClose={() => act(null)} row={row} />}
    </>
  );
}
