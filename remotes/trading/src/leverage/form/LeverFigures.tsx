import { quantityOf } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { formatPrice } from '@tessera/money';
import { ScreenLink, screenUrl } from '@tessera/router';
import { Amount, classes, useLocale } from '@tessera/ui';
import { ArrowLeftRight } from '@tessera/ui/icons';
import { exactText } from '../../market/exact-text.ts';
import { Figures } from '../../market/figures/Figures.tsx';
import order from '../../ticket/Ticket.module.css';
import { transferPath } from '../instrument/chosen-contract.ts';
import { ExplainedOutlook } from '../why/ExplainedOutlook.tsx';
import type { SizeUnit } from './form.ts';
import styles from './LeverForm.module.css';
import type { DerivedOrder } from './use-lever-order.ts';

const NONE = '–';

/** What the account has, what the order takes of it, and where it would be liquidated. */
type LeverFiguresProps = { readonly derived: DerivedOrder; readonly unit: SizeUnit };

export function LeverFigures({ derived, unit }: LeverFiguresProps) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { at, lots, most, mostByLevel, outlook } = derived;
  // An order that the account cannot pay would be liquidated at once, at a price that means nothing.
  const affordable = lots === null || most === null || lots <= most || mostByLevel;
  const { currency, scale, tick, lotSize, base } = at.terms;
  const shown = Math.min(scale, 2);
  const mostText =
    most === null
      ? NONE
      : unit === 'lots'
        ? `${exactText(String(most), locale)} ${t('lever.lots')}`
        : `${exactText(quantityOf(most, lotSize), locale)} ${base}`;
  return (
    <Figures
      className={classes(order.figures, styles.explained)}
      items={[
        {
          label: t('form.available', { ns: 'trading' }),
          value: (
            <>
              {at.available === null ? NONE : <Amount value={at.available} scale={shown} unit={currency} trimmed />}
              <ScreenLink
                className={order.deposit}
                to={transferPath(at.terms.currencyId)}
                aria-label={t('lever.form.transfer')}
              >
                <ArrowLeftRight />
              </ScreenLink>
            </>
          ),
        },
        {
          label: t('lever.form.most'),
          value: mostByLevel ? (
            <ScreenLink to={screenUrl('/pages/setting/real_mark')} title={t('form.raiseLimit', { ns: 'trading' })}>
              {mostText}
            </ScreenLink>
          ) : (
            mostText
          ),
        },
        {
          label: t('lever.form.cost'),
          value: outlook ? (
            <ExplainedOutlook
              {...{ derived, outlook, figure: 'total' }}
              title={t('lever.form.cost')}
              value={<Amount value={outlook.total} scale={shown} unit={currency} trimmed />}
            />
          ) : (
            NONE
          ),
        },
        {
          label: t('lever.liquidation'),
          value:
            affordable && outlook ? (
              <ExplainedOutlook
                {...{ derived, outlook, figure: 'liquidation' }}
                title={t('lever.liquidation')}
                value={outlook.liquidation ? formatPrice(outlook.liquidation, tick, locale) : NONE}
              />
            ) : (
              NONE
            ),
        },
      ]}
    />
  );
}
