import { type ClosingObstacle, useCloseAccount, useClosingTerms } from '@tessera/api/identity';
import { CLOSING_DUST_LIMIT, isDust } from '@tessera/api/identity/rules';
import { bus } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDate } from '@tessera/money';
import { Card, Heading, Loaded, SkeletonRows, showToast, Text, useLocale } from '@tessera/ui';
import { AskedButton, Checkbox, useQuestion } from '@tessera/ui/forms';
import { useState } from 'react';
import { useConfirmation } from '../../confirmation/use-confirmation.tsx';
import styles from './AccountControlPage.module.css';

/** Fraction digits of a currency's smallest unit at most. */
const SCALE = 18;
const DAYS_A_YEAR = 365;
/** Fraction digits of what is left, in USDT. */
const WORTH_SCALE = 2;

/** What is left, as text. */
const heldText = (amounts: ClosingObstacle['amounts'], locale: string) =>
  amounts
    .map(({ currency, amount }) => `${formatAmount(amount, SCALE, locale, { zeros: 'trimmed' })} ${currency}`)
    .join(', ');

function Obstacle({ obstacle }: { readonly obstacle: ClosingObstacle }) {
  const t = useTexts('account');
  const locale = useLocale();
  const { kind, count, amounts } = obstacle;
  if (amounts.length === 0) return <li>{t(`close.in.${kind}`, { count })}</li>;
  return <li>{t('close.in.balance', { held: heldText(amounts, locale) })}</li>;
}

/** Asks for the account to be closed, where nothing stands in the way but dust that the user gives up. */
export function CloseAccount() {
  const t = useTexts('account');
  const locale = useLocale();
  const query = useClosingTerms();
  const { data: terms } = query;
  const { guard, sheet } = useConfirmation();
  const question = useQuestion();
  const [givesUp, setGivesUp] = useState(false);
  const close = useCloseAccount({
    ...question.outcomes,
    onDone({ closes_at }) {
      showToast(t('close.done', { date: formatDate(closes_at, locale) }), 'success');
      bus.request('logout.request', undefined);
    },
  });
  const years = Math.round((terms?.kept_days ?? 0) / DAYS_A_YEAR);
  const dust = terms?.obstacles.find(isDust);
  const others = terms?.obstacles.filter((obstacle) => obstacle !== dust) ?? [];
  const free = terms !== undefined && others.length === 0;
  return (
    <Card gap={3} shrinks>
      <Heading size={16}>{t('close.title')}</Heading>
      <Loaded query={query} compact waiting={<SkeletonRows count={2} />} />
      {terms && (
        <>
          <Text tone="normal" size={14}>
            {t('close.text', { days: terms.waiting_days })}
          </Text>
          <ul className={styles.points}>
            <li>{t('close.deleted')}</li>
            <li>{t('close.kept', { years })}</li>
          </ul>
          {!free && (
            <>
              <Text tone="normal" size={14}>
                {t('close.obstacles')}
              </Text>
              <ul className={styles.points} aria-label={t('close.obstacles')}>
                {others.map((obstacle, index) => (
                  <Obstacle key={`${obstacle.kind}${index}`} obstacle={obstacle} />
                ))}
              </ul>
            </>
          )}
          {dust && (
            <>
              <Text tone="normal" size={14}>
                {t('close.dust', {
                  held: heldText(dust.amounts, locale),
                  worth: formatAmount(dust.worth ?? '0', WORTH_SCALE, locale),
                  limit: CLOSING_DUST_LIMIT,
                })}
              </Text>
              {free && (
                <Checkbox checked={givesUp} onChange={setGivesUp}>
                  {t('close.giveUp')}
                </Checkbox>
              )}
            </>
          )}
          <AskedButton
            question={question}
            command={close}
            label={t('close.button')}
            button={{
              variant: 'danger',
              block: true,
              disabled: !free || (dust !== undefined && !givesUp),
              busy: close.busy,
            }}
            title={t('close.ask')}
            confirmLabel={t('close.button')}
            tone="danger"
            onConfirm={() => {
              question.close();
              guard(() => close.run(dust && givesUp ? { give_up_dust: true } : {}));
            }}
          >
            {t('close.askText', { days: terms.waiting_days })}
          </AskedButton>
        </>
      )}
      {sheet}
    </Card>
  );
}
