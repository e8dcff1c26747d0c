import { type Follow, type FollowTerms, type TraderDetail, useFollow } from '@tessera/api/copytrading';
import { followLimits } from '@tessera/api/copytrading/rules';
import { useTexts } from '@tessera/i18n';
import { cmp, formatAmount } from '@tessera/money';
import { ScreenLink, screenUrl } from '@tessera/router';
import { useLanguage } from '@tessera/session';
import { Button, Stack, useLocale } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { Requirements } from '@tessera/ui/content';
import { AmountInput, Checkbox, SegmentedControl, Unresolved, useEntries } from '@tessera/ui/forms';
import type { Result } from '@tessera/ui/result';
import styles from '../../copytrading/copytrading.module.css';
import { ProfitShare } from '../../copytrading/Figures.tsx';
import { StopFollowing } from '../../copytrading/StopFollowing.tsx';
import { TraderName } from '../../copytrading/TraderName.tsx';
import {
  draftOf,
  EXAMPLE_LOTS,
  exampleCopy,
  type FollowDraft,
  followFaults,
  isComplete,
  termsOf,
} from './follow-form.ts';

type Props = {
  readonly trader: TraderDetail;
  /** The follow that is changed. */
  readonly follow: Follow | undefined;
  /** Free in the leverage account. */
  readonly available: string;
  readonly onDone: (result: Result) => void;
};

/** How a trader is copied; a follow that runs is changed by the same form. */
export function FollowForm({ trader, follow, available, onDone }: Props) {
  const t = useTexts('trading/copytrading');
  const locale = useLocale();
  const { code } = useLanguage();
  const {
    values: draft,
    set,
    field,
  } = useEntries<FollowDraft>(
    () => draftOf(follow),
    (entered) => followFaults(entered, (value) => formatAmount(value, 2, locale, { zeros: 'trimmed' })),
  );
  const { trader_user_id: traderId, nickname: name } = trader;
  const action = follow ? t('copy.form.save') : t('copy.start', { name });
  const approval = useApproval({
    command: useFollow,
    subject: traderId,
    toInput: (terms: FollowTerms, { key }) => ({ ...terms, key }),
    repeats: true,
    onDone(_, terms) {
      onDone({
        title: follow ? t('copy.form.saved') : t('copy.form.started', { name }),
        items: [
          { label: t('copy.form.most'), value: `${formatAmount(terms.amount, 2, locale, { zeros: 'trimmed' })} USDT` },
        ],
        next: [t('copy.form.mostHelp'), t('copy.form.risk')],
      });
    },
  });
  const confirmed = approval.asked;
  const chinese = screenUrl('/pages/follow/agreement_zh');
  const english = screenUrl('/pages/follow/agreement_en');
  const agreement = code === 'zh' || code === 'hk' ? chinese : english;
  return (
    <Stack
      as="form"
      gap={4}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        approval.ask(termsOf(draft, traderId, follow));
      }}
    >
      <TraderName trader={trader} text={<ProfitShare rate={trader.profit_share} />} />
      <Requirements
        of={[
          {
            asks: 'balance',
            account: 'lever',
            amount: `${followLimits.amount.min} USDT`,
            have: `${formatAmount(available, 2, locale)} USDT`,
            met: cmp(available, followLimits.amount.min) >= 0,
            way: { to: screenUrl('/pages/fund/transfer', { from: 'change', to: 'lever' }), label: t('copy.fund') },
          },
        ]}
      />
      {approval.unresolved && (
        <Unresolved busy={approval.busy} onRepeat={approval.repeat}>
          {t('copy.start', { name })}
        </Unresolved>
      )}
      <SegmentedControl
        label={t('copy.form.size')}
        value={draft.type}
        onChange={(type) => set({ type, number: '1' })}
        options={[
          { value: 'multiple', label: t('copy.form.multiple') },
          { value: 'lots', label: t('copy.form.lots') },
        ]}
      />
      <AmountInput
        label={draft.type === 'multiple' ? t('copy.form.multipleOf') : t('copy.form.lotsEach')}
        helper={t('copy.form.example', { trader: EXAMPLE_LOTS, own: exampleCopy(draft) })}
        {...field('number')}
        scale={draft.type === 'multiple' ? 2 : 0}
        min={followLimits[draft.type].min}
        stepper
      />
      <AmountInput
        label={t('copy.form.most')}
        helper={t('copy.form.mostHelp')}
        {...field('amount')}
        scale={2}
        unit="USDT"
        min={followLimits.amount.min}
        end={t('named', { ns: 'trading', name: t('copy.free'), value: `${formatAmount(available, 2, locale)} USDT` })}
      />
      <AmountInput
        label={t('copy.form.slippage')}
        helper={t('copy.form.slippageHelp')}
        {...field('slippage')}
        scale={2}
        unit="%"
      />
      <AmountInput
        label={t('copy.form.dayCost')}
        helper={t('copy.form.dayCostHelp')}
        {...field('dayCost')}
        scale={2}
        unit="%"
      />
      <AmountInput
        label={t('copy.form.stopLoss')}
        helper={t('copy.form.stopLossHelp')}
        {...field('stopLoss')}
        scale={2}
        unit="USDT"
      />
      <p className={styles.notice}>{t('copy.form.risk')}</p>
      {!follow && (
        <Checkbox checked={draft.agreed} onChange={(agreed) => set({ agreed })}>
          {t('copy.form.agree')}{' '}
          <ScreenLink to={agreement}>{t('routes.follow.agreement_en', { ns: 'trading' })}</ScreenLink>
        </Checkbox>
      )}
      <Button type="submit" size="l" block busy={approval.busy} disabled={!isComplete(draft)}>
        {action}
      </Button>
      {/* A share of what copies gain goes to the trader. */}
      {confirmed && (
        <ApprovalSheet
          {...approval.sheet}
          title={action}
          items={[
            {
              label: confirmed.type === 'multiple' ? t('copy.form.multipleOf') : t('copy.form.lotsEach'),
              value: confirmed.number,
            },
            { label: t('copy.form.most'), value: `${formatAmount(confirmed.amount, 2, locale)} USDT` },
          ]}
          note={<ProfitShare rate={trader.profit_share} />}
        />
      )}
      {follow && <StopFollowing follow={follow} />}
    </Stack>
  );
}
