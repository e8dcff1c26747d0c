import { type OptionResult, useOption } from '@tessera/api/options';
import { useTexts } from '@tessera/i18n';
import { cmp, formatDateTime } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { Button, KeyValue, Loaded, Sheet, Span, Text, useLocale } from '@tessera/ui';
import { Countdown, Explained } from '@tessera/ui/content';
import { exactText } from '../market/exact-text.ts';
import { settlementPath } from './chosen-option.ts';
import styles from './Options.module.css';
import { SettlementTicks } from './SettlementTicks.tsx';
import { useOptionFigures } from './use-option-figures.tsx';
import { stateOf, toneOf, useOptionTexts } from './use-option-texts.ts';

function Details({ option }: { readonly option: OptionResult }) {
  const t = useTexts('trading/options');
  const common = useTexts('common');
  const locale = useLocale();
  const texts = useOptionTexts();
  const figures = useOptionFigures();
  const { direction, seconds, stake, fee, open_price, close_price, tick, reason, status, strike } = option;
  const state = stateOf(option, serverNow());
  return (
    <>
      <div className={styles.outcome}>
        <Text as="span" weight="normal">
          {t(`option.state.${state}`)}
        </Text>
        {status === 'open' ? (
          <Span tone="strong" size={28} weight="strong">
            <Countdown until={option.expires_at} now={serverNow} />
          </Span>
        ) : (
          <Span as="strong" tone={toneOf(state) ?? 'strong'} size={28} weight="strong">
            {figures.profit(option)}
          </Span>
        )}
        {reason !== null && (
          <Text as="span" weight="normal">
            {t(`option.reason.${reason}`)}
          </Text>
        )}
      </div>
      <KeyValue
        items={[
          { label: t('option.instrument'), value: option.symbol },
          { label: t('option.direction'), value: `${texts.direction(direction)} · ${texts.term(seconds)}` },
          { label: t('option.stake'), value: texts.amount(stake, option) },
          ...(cmp(fee, '0') > 0 ? [{ label: common('fee'), value: texts.amount(fee, option) }] : []),
          figures.income(option),
          {
            label: t('option.strike'),
            value: open_price === null ? '–' : texts.price(open_price, tick),
          },
          ...(strike === null ? [] : [{ label: t('option.strikeNumber'), value: String(strike.number) }]),
          {
            label: t('option.settlement'),
            // With the digits that a mean has.
            value:
              close_price === null ? (
                '–'
              ) : (
                <Explained
                  title={t('option.settlement')}
                  value={exactText(close_price, locale)}
                  entries={option.ticks
                    .filter(({ counts }) => counts)
                    .map(({ number, price }) => ({ label: `#${number}`, value: texts.price(price, tick) }))}
                  note={texts.ticksHelp}
                  link={{ to: settlementPath(option.id), label: t('option.proof') }}
                />
              ),
            strong: true,
          },
          { label: t('option.accepted'), value: formatDateTime(option.created_at, locale) },
          { label: t('option.expiry'), value: formatDateTime(option.expires_at, locale) },
          { label: t('orders.number', { ns: 'trading' }), value: option.id },
        ]}
      />
      {option.ticks.length > 0 && <SettlementTicks ticks={option.ticks} tick={tick} />}
      {status !== 'open' && (
        <Button className={styles.proof} variant="secondary" block to={settlementPath(option.id)}>
          {t('option.proof')}
        </Button>
      )}
    </>
  );
}

export type ResultSheetProps = { readonly id: string; readonly open: boolean; readonly onClose: () => void };

/** Everything about one option, with every price that it was settled by. */
export default function ResultSheet({ id, open, onClose }: ResultSheetProps) {
  const t = useTexts('trading/options');
  const query = useOption({ id });
  return (
    <Sheet open={open} onClose={onClose} title={t('option.details')}>
      <Loaded query={query} compact>
        {(data) => <Details option={data} />}
      </Loaded>
    </Sheet>
  );
}
