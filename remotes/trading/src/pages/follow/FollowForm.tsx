import { ApiError } from '@tessera/api';
import { type Follow, type FollowTerms, type TraderDetail, useFollow } from '@tessera/api/copytrading';
import { followLimits } from '@tessera/api/copytrading/rules';
import { problemText, useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { ScreenLink, screenUrl, useOpenScreen } from '@tessera/router';
import { useLanguage } from '@tessera/session';
import { Button, showToast, useLocale } from '@tessera/ui';
import { AmountInput, Checkbox, SegmentedControl, Unresolved } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from '../../copytrading/copytrading.module.css';
import { ProfitShare } from '../../copytrading/Figures.tsx';
import { StopFollowing } from '../../copytrading/StopFollowing.tsx';
import { TraderName } from '../../copytrading/TraderName.tsx';
import { FollowSheet } from './FollowSheet.tsx';
import { draftOf, EXAMPLE_LOTS, exampleCopy, type FollowDraft, isComplete, termsOf } from './follow-form.ts';

type Props = {
  readonly trader: TraderDetail;
  /** The follow that is changed. */
  readonly follow: Follow | undefined;
  /** Free in the leverage account. */
  readonly available: string;
};

/** How a trader is copied; a follow that runs is changed by the same form. */
export function FollowForm({ trader, follow, available }: Props) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { code } = useLanguage();
  const open = useOpenScreen();
  const [draft, setDraft] = useState(() => draftOf(follow));
  const set = (change: Partial<FollowDraft>) => setDraft((before) => ({ ...before, ...change }));
  const [confirming, confirm] = useState<FollowTerms | null>(null);
  const [rejection, setRejection] = useState<string | null>(null);
  const { trader_user_id: traderId, nickname: name } = trader;
  const action = follow ? t('copy.form.save') : t('copy.start', { name });
  const command = useFollow({
    subject: traderId,
    onDone() {
      showToast(follow ? t('copy.form.saved') : t('copy.form.started', { name }), 'success');
      open(screenUrl('/pages/copytrade/trader', { trader_user_id: traderId }), { replace: true });
    },
    onRejected(error) {
      // A wrong payment password is entered again where it was asked for.
      if (error instanceof ApiError && error.code.startsWith('key_')) return setRejection(problemText(error));
      confirm(null);
      showToast(problemText(error), 'error');
    },
    // The page offers to repeat it.
    onUnresolved: () => confirm(null),
  });
  const chinese = screenUrl('/pages/follow/agreement_zh');
  const english = screenUrl('/pages/follow/agreement_en');
  const agreement = code === 'zh' || code === 'hk' ? chinese : english;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setRejection(null);
        confirm(termsOf(draft, traderId, follow));
      }}
    >
      <TraderName trader={trader} text={<ProfitShare rate={trader.profit_share} />} />
      {command.unresolved && (
        <Unresolved busy={command.busy} onRepeat={command.repeat}>
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
        value={draft.number}
        onChange={(number) => set({ number })}
        scale={draft.type === 'multiple' ? 2 : 0}
        min={followLimits[draft.type].min}
        stepper
      />
      <AmountInput
        label={t('copy.form.most')}
        helper={t('copy.form.mostHelp')}
        value={draft.amount}
        onChange={(amount) => set({ amount })}
        scale={2}
        unit="USDT"
        min={followLimits.amount.min}
        end={t('named', { name: t('copy.free'), value: `${formatAmount(available, 2, locale)} USDT` })}
      />
      <AmountInput
        label={t('copy.form.slippage')}
        helper={t('copy.form.slippageHelp')}
        value={draft.slippage}
        onChange={(slippage) => set({ slippage })}
        scale={2}
        unit="%"
      />
      <AmountInput
        label={t('copy.form.dayCost')}
        helper={t('copy.form.dayCostHelp')}
        value={draft.dayCost}
        onChange={(dayCost) => set({ dayCost })}
        scale={2}
        unit="%"
      />
      <AmountInput
        label={t('copy.form.stopLoss')}
        helper={t('copy.form.stopLossHelp')}
        value={draft.stopLoss}
        onChange={(stopLoss) => set({ stopLoss })}
        scale={2}
        unit="USDT"
      />
      <p className={styles.notice}>{t('copy.form.risk')}</p>
      {!follow && (
        <Checkbox checked={draft.agreed} onChange={(agreed) => set({ agreed })}>
          {t('copy.form.agree')} <ScreenLink to={agreement}>{t('routes.follow.agreement_en')}</ScreenLink>
        </Checkbox>
      )}
      <Button type="submit" size="l" block busy={command.busy} disabled={!isComplete(draft)}>
        {action}
      </Button>
      <FollowSheet
        title={action}
        terms={confirming}
        profitShare={trader.profit_share}
        busy={command.busy}
        rejection={rejection}
        onClose={() => confirm(null)}
        onKey={(key) => {
          setRejection(null);
          if (confirming) command.run({ ...confirming, key });
        }}
      />
      {follow && <StopFollowing follow={follow} />}
    </form>
  );
}
