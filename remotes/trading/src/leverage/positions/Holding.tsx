import { FUNDING_EVERY, nextDue, OVERNIGHT_EVERY, useDeal } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatPercent, formatRate } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { useLocale } from '@tessera/ui';
import { Countdown, Explained } from '@tessera/ui/content';
import { useState } from 'react';
import type { OpenRow } from '../account/use-book.ts';
import { PositionWhy } from '../why/why.ts';
import styles from './Positions.module.css';

type HoldingProps = {
  readonly row: OpenRow;
  /** Asks for the rate of the next charge: a call for each instrument. */
  readonly rated: boolean;
};

/** What holding a position has cost, and when the next charge is and at which rate. */
export function Holding({ row, rated }: HoldingProps) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { position } = row;
  const contract = position.category === 'contract';
  const every = contract ? FUNDING_EVERY : OVERNIGHT_EVERY;
  const [due, setDue] = useState(() => nextDue(serverNow(), every));
  const deal = useDeal(rated ? { symbol: position.symbol } : null).data;
  const rate = contract ? deal?.funding_rate : deal?.overnight_rate;
  const paid = contract ? position.funding_fee : position.overnight_fee;
  const rateText = (ratio: string) =>
    contract ? formatPercent(ratio, locale, 4) : t('lever.holding.yearly', { rate: formatRate(ratio, locale) });
  const title = t(contract ? 'lever.holding.funding' : 'lever.holding.overnight');
  return (
    <p className={styles.line}>
      <span>
        {title}{' '}
        <strong>
          <Explained
            title={title}
            value={`${formatAmount(paid, 4, locale, { zeros: 'trimmed' })} ${position.currency}`}
          >
            <PositionWhy props={{ row, figure: 'holding', rate }} />
          </Explained>
        </strong>
      </span>
      <span>
        {t('lever.holding.next')}{' '}
        <strong>
          {rate && `${rateText(rate)} · `}
          <Countdown until={due} now={serverNow} onEnd={() => setDue(nextDue(serverNow(), every))} />
        </strong>
      </span>
    </p>
  );
}
