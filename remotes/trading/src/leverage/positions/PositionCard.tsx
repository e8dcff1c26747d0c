import { useTexts } from '@tessera/i18n';
import { formatAmount, formatPercent, formatPrice, formatRate, isNegative, isZero } from '@tessera/money';
import { ScreenLink, screenUrl } from '@tessera/router';
import { Badge, Button, IconButton, Text, useLocale } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { Share2 } from '@tessera/ui/icons';
import { exactText } from '../../market/exact-text.ts';
import { Figures, SMALL } from '../../market/figures/Figures.tsx';
import type { OpenRow } from '../account/use-book.ts';
import { type PositionFigure, PositionWhy } from '../why/why.ts';
import { Holding } from './Holding.tsx';
import styles from './Positions.module.css';
import { QueueLights } from './QueueLights.tsx';
import { riskTone } from './risk-tone.ts';

export type PositionAction = 'stops' | 'margin' | 'reverse' | 'close' | 'share';

type PositionCardProps = {
  readonly row: OpenRow;
  readonly rated: boolean;
  readonly onAction: (action: PositionAction, row: OpenRow) => void;
};

/** Digits of money beside a position. */
const MONEY = 2;

/** Its stops in one line. */
function Stops({
  row: { position },
  priced,
}: {
  readonly row: OpenRow;
  readonly priced: (price: string | null) => string;
}) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const trailing = position.triggers.find(({ kind }) => kind === 'trailing_stop');
  const parts = position.triggers.filter(({ share }) => share !== null).length;
  return (
    <p className={styles.line}>
      <span>
        {t('lever.stop.both')}{' '}
        <strong>
          {priced(position.target_profit_price)} / {priced(position.stop_loss_price)}
        </strong>
      </span>
      {trailing && (
        <span>
          {t('lever.stop.trailing', { ns: 'trading' })} <strong>{formatRate(trailing.value, locale)}</strong>
        </span>
      )}
      {parts > 0 && <span>{t('lever.stop.parts', { count: parts })}</span>}
    </p>
  );
}

/** One open position: what it is, what it is worth now, and what can be done with it. */
export function PositionCard({ row, rated, onAction }: PositionCardProps) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { position, instrument, mark, pnl, roe, riskRate, threshold, liquidation } = row;
  const { symbol, side, mode, multiple, currency } = position;
  const priced = (value: string | null) =>
    value === null ? '–' : instrument ? formatPrice(value, instrument.tick, locale) : exactText(value, locale);
  const way = isZero(pnl) ? undefined : isNegative(pnl) ? 'down' : 'up';
  const name = `${t(`lever.${side}`)} ${symbol}`;
  const button = (action: PositionAction, label: string) => (
    <Button
      variant="secondary"
      size="s"
      aria-label={t('named', { ns: 'trading', name: label, value: name })}
      onClick={() => onAction(action, row)}
    >
      {label}
    </Button>
  );
  const explained = (figure: PositionFigure, title: string, value: string) => (
    <Explained title={title} value={value}>
      <PositionWhy props={{ row, figure }} />
    </Explained>
  );
  return (
    <li className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <ScreenLink className={styles.symbol} to={screenUrl('/pages/transaction/contract', { symbol })}>
          {symbol}
        </ScreenLink>
        <Badge tone={side === 'long' ? 'up' : 'down'}>{t(`lever.${side}`)}</Badge>
        <Badge>
          {t(`lever.mode.${mode}`)} {multiple}×
        </Badge>
        {position.source_id !== null && <Badge tone="accent">{t('lever.copied')}</Badge>}
        {position.queue !== null && <QueueLights lights={position.queue} />}
        <IconButton
          className={styles.share}
          label={t('lever.share.of', { position: name })}
          icon={<Share2 />}
          onClick={() => onAction('share', row)}
        />
      </div>
      <div className={styles.result}>
        <div>
          <Text size={11} tight>
            {t('lever.pnl', { currency })}
          </Text>
          <Text tone={way ?? 'strong'} size={20} weight="strong" tight>
            {explained('pnl', t('lever.pnl', { currency }), formatAmount(pnl, MONEY, locale, { signed: true }))}
          </Text>
        </div>
        <div>
          <Text size={11} tight>
            ROE
          </Text>
          <Text tone={way ?? 'strong'} size={20} weight="strong" tight>
            {explained('roe', 'ROE', formatPercent(roe, locale))}
          </Text>
        </div>
      </div>
      <Figures
        className={styles.figures}
        names={SMALL}
        items={[
          { label: t('lever.sizeIn', { base: instrument?.base ?? '' }), value: exactText(position.quantity, locale) },
          {
            label: t('lever.marginIn', { currency }),
            value: explained('margin', t('lever.margin'), formatAmount(position.margin, MONEY, locale)),
          },
          {
            label: t('lever.riskRate'),
            value: explained('riskRate', t('lever.riskRate'), riskRate === null ? '–' : formatRate(riskRate, locale)),
            tone: riskTone(riskRate, threshold),
          },
          { label: t('lever.entryPrice'), value: priced(position.open_price) },
          { label: t('lever.markPrice'), value: priced(mark ?? position.current_price) },
          {
            label: t('lever.liquidation'),
            value: explained('liquidation', t('lever.liquidation'), priced(liquidation)),
            tone: liquidation === null ? undefined : 'warn',
          },
        ]}
      />
      <Stops row={row} priced={priced} />
      <Holding row={row} rated={rated} />
      <div className={styles.actions}>
        {button('stops', t('lever.stop.both'))}
        {mode === 'isolated' && button('margin', t('lever.margin'))}
        {button('reverse', t('lever.reverse.do'))}
        {button('close', t('lever.close.do'))}
      </div>
    </li>
  );
}
