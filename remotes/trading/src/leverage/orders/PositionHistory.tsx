import { partsOf } from '@tessera/api/instruments';
import { type Position, roeOf, usePositions } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { div, formatAmount, formatDateTime, formatPercent, isNegative, mul, sub, sum } from '@tessera/money';
import { useSession } from '@tessera/session';
import { Badge, EmptyState, IconButton, LogInFirst, Text, useLocale } from '@tessera/ui';
import { Explained, formulaOf, PagedList } from '@tessera/ui/content';
import { Share2 } from '@tessera/ui/icons';
import { lazyPart } from '@tessera/ui/lazy-part';
import { type ReactNode, useState } from 'react';
import { exactText } from '../../market/exact-text.ts';
import { Figures, SMALL } from '../../market/figures/Figures.tsx';
import styles from '../positions/Positions.module.css';

const ShareSheet = lazyPart(() => import(/* webpackChunkName: "share" */ '../share/ShareSheet.tsx'));

/** Result after all fees, and its share of the margin that the position opened with. */
export function closedResult(position: Position): { readonly net: string; readonly roe: string } {
  const { realized_profit: profit, trade_fee, overnight_fee, funding_fee, open_price, quantity, rate } = position;
  const net = sub(profit, sum([trade_fee, overnight_fee, funding_fee]));
  const margin = open_price === null ? '0' : div(mul(mul(open_price, quantity), rate), String(position.multiple));
  return { net, roe: roeOf(profit, margin) };
}

function HistoryRow({ position, onShare }: { readonly position: Position; readonly onShare: () => void }) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { symbol, side, mode, multiple, currency, close_reason: reason, trigger_tick: tick } = position;
  const { net, roe } = closedResult(position);
  const price = (value: string | null) => (value === null ? '–' : exactText(value, locale));
  const money = (value: string) => formatAmount(value, 4, locale, { zeros: 'trimmed' });
  const name = `${t(`lever.${side}`)} ${symbol}`;
  const contract = position.category === 'contract';
  const held = t(contract ? 'lever.holding.funding' : 'lever.holding.overnight');
  const charges = contract ? position.funding_fee : position.overnight_fee;
  return (
    <li className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <span className={styles.symbol}>{symbol}</span>
        <Badge tone={side === 'long' ? 'up' : 'down'}>{t(`lever.${side}`)}</Badge>
        <Badge>
          {t(`lever.mode.${mode}`)} {multiple}×
        </Badge>
        <IconButton
          className={styles.share}
          label={t('lever.share.of', { position: name })}
          icon={<Share2 />}
          onClick={onShare}
        />
      </div>
      <div className={styles.result}>
        <div>
          <Text size={11} tight>
            {t('lever.history.net', { currency })}
          </Text>
          <Text tone={isNegative(net) ? 'down' : 'up'} size={20} weight="strong" tight>
            <Explained
              title={t('lever.history.net', { currency })}
              value={formatAmount(net, 2, locale, { signed: true })}
              {...formulaOf({ label: t('lever.history.net', { currency }), value: money(net) }, [
                ...[{ label: t('lever.realized'), value: money(position.realized_profit) }, '−'],
                ...[{ label: t('lever.history.fees'), value: money(position.trade_fee) }, '−'],
                { label: held, value: money(charges) },
              ])}
              note={t('lever.why.fees')}
            />
          </Text>
        </div>
        <div>
          <Text size={11} tight>
            ROE
          </Text>
          <Text tone={isNegative(roe) ? 'down' : 'up'} size={20} weight="strong" tight>
            {formatPercent(roe, locale)}
          </Text>
        </div>
      </div>
      <Figures
        className={styles.figures}
        names={SMALL}
        items={[
          { label: t('lever.entryPrice'), value: price(position.open_price) },
          { label: t('lever.history.closePrice'), value: price(position.close_price) },
          { label: t('lever.sizeIn', { base: partsOf(symbol).base }), value: exactText(position.quantity, locale) },
          { label: t('lever.realized'), value: money(position.realized_profit) },
          { label: t('lever.history.fees'), value: money(position.trade_fee) },
          { label: held, value: money(charges) },
        ]}
      />
      <p className={styles.line}>
        <span>
          {reason && (
            <>
              {t('orders.reason', { ns: 'trading' })} <strong>{t(`lever.cause.${reason}`)}</strong>
              {tick !== null && ` · ${t('lever.history.tick')} #${tick}`}
            </>
          )}
        </span>
        {position.closed_at !== null && <span>{formatDateTime(position.closed_at, locale)}</span>}
      </p>
    </li>
  );
}

function ShareClosed({ position, onClose }: { readonly position: Position; readonly onClose: () => void }) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { roe } = closedResult(position);
  const { realized_profit: profit, open_price: entry, close_price: exit } = position;
  const price = (value: string | null) => (value === null ? '–' : exactText(value, locale));
  const [result] = useState({
    symbol: position.symbol,
    direction: `${t(`lever.${position.side}`)} ${position.multiple}×`,
    tone: position.side === 'long' ? ('up' as const) : ('down' as const),
    roe: formatPercent(roe, locale),
    profit: `${formatAmount(profit, 2, locale, { signed: true })} ${position.currency}`,
    gain: !isNegative(profit),
    figures: [
      { label: t('lever.entryPrice'), value: price(entry) },
      { label: t('lever.history.closePrice'), value: price(exit) },
    ],
    when: formatDateTime(position.closed_at ?? position.created_at, locale),
  });
  return <ShareSheet props={{ open: true, onClose, result }} />;
}

/** Closed positions, with why they closed and the tick that triggered it. */
export function PositionHistory({
  symbol,
  empty,
}: {
  readonly symbol?: string | undefined;
  /** The way forward where there is none. */
  readonly empty?: ReactNode;
}) {
  const t = useTexts('trading/leverage');
  const signedIn = useSession() !== null;
  const query = usePositions({ status: 'closed', symbol });
  const [shared, share] = useState<Position | null>(null);
  if (!signedIn) return <LogInFirst compact />;
  return (
    <>
      <PagedList
        label={t('orders.history', { ns: 'trading' })}
        query={query}
        row={(position) => <HistoryRow position={position} onShare={() => share(position)} />}
        empty={
          <EmptyState
            compact
            illustration="orders"
            title={t('lever.history.none')}
            text={t('lever.history.noneHelp')}
            action={empty}
          />
        }
      />
      {shared && <ShareClosed position={shared} onClose={() => share(null)} />}
    </>
  );
}
