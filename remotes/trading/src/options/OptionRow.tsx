import type { Option } from '@tessera/api/options';
import { useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { serverNow, useQuoteField } from '@tessera/realtime';
import { Badge, Span, Text, useLocale } from '@tessera/ui';
import { Countdown } from '@tessera/ui/content';
import { useState } from 'react';
import styles from './Options.module.css';
import { STATE_TONES, standing, stateOf, toneOf, useOptionTexts } from './use-option-texts.ts';

/** Whether the option would win at the index of now. */
function Running({ option }: { readonly option: Option }) {
  const t = useTexts('trading/options');
  const index = useQuoteField(option.symbol, 'index');
  if (index === undefined || option.open_price === null) return null;
  const way = standing(option.direction, option.open_price, index);
  return <Span tone={toneOf(way) ?? 'inherit'}>{t(`option.${way}`)}</Span>;
}

type OptionRowProps = { readonly option: Option; readonly onOpen: (option: Option) => void };

/** One option with its figures; the whole of it opens the details. */
export function OptionRow({ option, onOpen }: OptionRowProps) {
  const t = useTexts('trading/options');
  const locale = useLocale();
  const texts = useOptionTexts();
  const [over, setOver] = useState(false);
  const { symbol, direction, seconds, stake, open_price, close_price, tick, status, profit } = option;
  const state = stateOf(option, over ? option.expires_at : serverNow());
  return (
    <li>
      <button
        type="button"
        className={styles.option}
        aria-label={t('named', {
          ns: 'trading',
          name: t('option.details'),
          value: `${texts.direction(direction)} ${symbol}`,
        })}
        onClick={() => onOpen(option)}
      >
        <span className={styles.title}>
          <strong>{symbol}</strong>
          <Span tone={direction} size={12} weight="medium">
            {texts.direction(direction)} · {texts.term(seconds)}
          </Span>
          <Badge tone={STATE_TONES[state]}>{t(`option.state.${state}`)}</Badge>
        </span>
        <span className={styles.cell}>
          <Text as="span" weight="normal">
            {t('option.stake')}
          </Text>
          {texts.amount(stake, option)}
        </span>
        <span className={styles.cell}>
          <Text as="span" weight="normal">
            {t('option.strike')}
          </Text>
          {open_price === null ? '–' : texts.price(open_price, tick)}
        </span>
        {status === 'open' ? (
          <span className={styles.cell}>
            <Text as="span" weight="normal">
              {t('option.left')}
            </Text>
            <Span tone="strong" weight="strong">
              <Countdown until={option.expires_at} now={serverNow} onEnd={() => setOver(true)} />
            </Span>
            {state === 'open' && <Running option={option} />}
          </span>
        ) : (
          <span className={styles.cell}>
            <Text as="span" weight="normal">
              {close_price === null ? t('option.profit') : t('option.settlement')}
            </Text>
            {close_price === null ? texts.amount(profit ?? '0', option) : texts.price(close_price, tick)}
          </span>
        )}
        {status !== 'open' && (
          <span className={styles.foot}>
            <Text as="span" weight="normal">
              {formatDateTime(option.created_at, locale)}
            </Text>
            <Span as="strong" tone={toneOf(state) ?? 'inherit'}>
              {texts.amount(profit ?? '0', option, true)}
            </Span>
          </span>
        )}
      </button>
    </li>
  );
}
