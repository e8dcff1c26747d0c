import type { VipState } from '@tessera/api/vip';
import { missingTo, nextGoal, progressOf, VIP_DAYS } from '@tessera/api/vip/rules';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatMoment, formatRate, formatUtcDay, isZero, sum } from '@tessera/money';
import { Heading, Inline, Text, useLocale } from '@tessera/ui';
import { Explained, ProgressBar } from '@tessera/ui/content';
import styles from './VipPage.module.css';

/** Fraction digits of amounts that are only shown. */
const SHOWN = 2;
/** Days that the sheet lists; the sum counts all. */
const LISTED = 7;

type WayProps = { readonly way: 'volume' | 'balance'; readonly state: VipState; readonly goal: string };

/** How far one of the two ways to the next level is; a tap opens the days that count. */
function Way({ way, state, goal }: WayProps) {
  const t = useTexts('assets');
  const locale = useLocale();
  const amount = (value: string) => formatAmount(value, SHOWN, locale, { zeros: 'trimmed' });
  const have = state[way];
  const label = t(`vip.${way}`);
  const whole = sum(state.days.map((day) => day[way]));
  return (
    <ProgressBar
      label={label}
      ratio={progressOf(have, goal).toFixed(4)}
      note={
        <Explained
          title={label}
          value={t('vip.ofGoal', { have: amount(have), goal: amount(goal) })}
          entries={[
            ...state.days.slice(0, LISTED).map((day) => ({
              label: formatUtcDay(day.day, locale),
              value: amount(day[way]),
            })),
            { label: t('vip.missing'), value: `${amount(missingTo(have, goal))}\u00a0USDT`, strong: true },
          ]}
          formula={
            way === 'volume'
              ? t('vip.volumeRule')
              : [t('vip.balanceRule'), `${amount(whole)} / ${VIP_DAYS} = ${amount(have)}`]
          }
        />
      }
    />
  );
}

/** The user's level, and the ways to the next. */
export function Standing({ state }: { readonly state: VipState }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const next = nextGoal(state.levels, state.level);
  return (
    <section className={styles.standing} aria-label={t('vip.yours')}>
      <Inline gap={2} wrap between>
        <Heading size={28}>VIP {state.level}</Heading>
        <span>
          {t('vip.discount')} {isZero(state.fee_discount) ? '–' : formatRate(state.fee_discount, locale, 0)}
        </span>
      </Inline>
      {next ? (
        <>
          <Text tone="strong" size={16}>
            {t('vip.toNext', { level: `VIP ${next.level}` })}
          </Text>
          <Way way="volume" state={state} goal={next.volume} />
          <Way way="balance" state={state} goal={next.balance} />
          <Text>{t('vip.either')}</Text>
        </>
      ) : (
        <p>{t('vip.highest')}</p>
      )}
      <Text>
        {t('vip.next')} {formatMoment(state.next_at, locale)}
      </Text>
    </section>
  );
}
