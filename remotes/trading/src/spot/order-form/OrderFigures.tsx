import { useTexts } from '@tessera/i18n';
import { type DecimalString, formatPrice } from '@tessera/money';
import { ScreenLink, screenUrl } from '@tessera/router';
import { Amount, useLocale } from '@tessera/ui';
import { Plus } from '@tessera/ui/icons';
import { exactText } from '../../market/exact-text.ts';
import { Figures } from '../../market/figures/Figures.tsx';
import { depositPath } from '../../market/instrument/chosen-pair.ts';
import styles from '../../ticket/Ticket.module.css';
import { BookShort } from './BookShort.tsx';
import type { OrderForm } from './form.ts';
import type { DerivedOrder } from './use-order.ts';

const NONE = '–';

/** What the account has for the order. */
export function OrderBalance({ form, derived }: { readonly form: OrderForm; readonly derived: DerivedOrder }) {
  const t = useTexts('trading');
  const { at } = derived;
  const { base, quote, currency_id, legal_id } = at.rules;
  const buying = form.side === 'buy';
  const currency = buying ? quote : base;
  const currencyId = buying ? legal_id : currency_id;
  const available = buying ? at.available?.quote : at.available?.base;
  return (
    <>
      <Figures
        className={styles.figures}
        items={[
          {
            label: t('form.available'),
            value: (
              <>
                {available === undefined ? (
                  NONE
                ) : (
                  <Amount value={available} scale={buying ? at.scales.quote : at.scales.base} unit={currency} trimmed />
                )}
                {currencyId !== null && (
                  <ScreenLink
                    className={styles.deposit}
                    to={depositPath(currencyId)}
                    aria-label={t('form.deposit', { currency })}
                  >
                    <Plus />
                  </ScreenLink>
                )}
              </>
            ),
          },
        ]}
      />
      {form.kind === 'market' && <BookShort form={form} derived={derived} />}
    </>
  );
}

/**
 * Price, fee and result of the order, live, and what the exchange asks for at least and takes at most: below the button,
 * which a phone then shows without scrolling.
 */
export function OrderFigures({ form, derived }: { readonly form: OrderForm; readonly derived: DerivedOrder }) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { at, summary, taken, limitRaisable } = derived;
  const { quote, minTotal } = at.rules;
  // Limits are in USDT; of other totals the exchange judges.
  const limit = quote === 'USDT' ? at.orderLimit : null;
  const money = (value: DecimalString | undefined) =>
    summary && value !== undefined ? (
      <Amount value={value} scale={summary.scale} unit={summary.currency} trimmed />
    ) : (
      NONE
    );
  return (
    <Figures
      className={styles.figures}
      items={[
        form.kind !== 'market' &&
          !!taken?.average && {
            label: t('form.expectedPrice'),
            value: `${formatPrice(taken.average, at.rules.tick, locale)} ${quote}`,
          },
        { label: t('form.fee'), value: money(summary?.fee) },
        { label: t('form.receive'), value: money(summary?.receive) },
        { label: t('form.minimum'), value: `${exactText(minTotal, locale)} ${quote}` },
        limit !== null && {
          label: t('form.orderLimit'),
          value: limitRaisable ? (
            <ScreenLink to={screenUrl('/pages/setting/real_mark')} title={t('form.raiseLimit')}>
              {exactText(limit, locale)} {quote}
            </ScreenLink>
          ) : (
            `${exactText(limit, locale)} ${quote}`
          ),
        },
      ]}
    />
  );
}
