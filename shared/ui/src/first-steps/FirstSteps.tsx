import { useChainDeposits, useDepositClaims } from '@tessera/api/deposits';
import { useVerification } from '@tessera/api/kyc';
import { useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { type ScreenUrl, screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Check, Clock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { List, ListRow } from '../list/List.tsx';
import { useLocale } from '../locale.ts';
import { VisuallyHidden } from '../primitives/Primitives.tsx';
import styles from './FirstSteps.module.css';

/** Digits that claims are shown with; the response does not contain the coin's own. */
const SCALE = 8;

type State = 'open' | 'waiting' | 'failed' | 'done';

type Step = { readonly title: string; readonly note: string; readonly state: State; readonly to: ScreenUrl };

/** How far the user's identity is, and the way on. */
function useIdentityStep(): Step {
  const t = useTexts('firstSteps');
  const { data } = useVerification();
  const known = useSession()?.user.verificationLevel ?? 0;
  const level = data?.level ?? known;
  const to = screenUrl('/pages/setting/real_mark');
  const step = { title: t('verify'), to };
  if (level > 0) return { ...step, state: 'done', note: t('verifyDone', { level }) };
  if (data?.state === 'under_review') return { ...step, state: 'waiting', note: t('verifyReview') };
  if (data?.state === 'failed') return { ...step, state: 'failed', note: t('verifyFailed') };
  return { ...step, state: 'open', note: t('verifyNote') };
}

/** The latest deposit: while a chain confirms it or staff review it, the step leads to where its state is. */
function useDepositStep(): Step {
  const t = useTexts('firstSteps');
  const locale = useLocale();
  const [latest] = useDepositClaims().rows ?? [];
  const onChain = useChainDeposits().rows ?? [];
  const log = screenUrl('/pages/fund/receive_withdraw_record');
  const figure = (amount: string) => formatAmount(amount, SCALE, locale, { zeros: 'trimmed' });
  const confirming = onChain.find(({ status }) => status === 'pending');
  if (confirming) {
    const { amount, currency, confirmations, required } = confirming;
    const note = t('depositOnChain', { amount: figure(amount), currency, done: confirmations, of: required });
    return { title: t('deposit'), to: log, state: 'waiting', note };
  }
  if (latest?.status === 'pending') {
    const note = t('depositPending', { amount: figure(latest.amount), currency: latest.currency });
    return { title: t('deposit'), to: log, state: 'waiting', note };
  }
  const to = screenUrl('/pages/fund/receive');
  const credited = onChain.some(({ status }) => status === 'credited') || latest?.status === 'approved';
  if (credited) return { title: t('deposit'), to, state: 'done', note: t('depositDone') };
  if (latest?.status === 'rejected') return { title: t('deposit'), to: log, state: 'failed', note: t('depositFailed') };
  return { title: t('deposit'), to, state: 'open', note: t('depositNote') };
}

function Marker({ state, number }: { readonly state: State; readonly number: number }) {
  const icons: Readonly<Record<State, ReactNode>> = {
    open: number,
    waiting: <Clock />,
    failed: <X />,
    done: <Check />,
  };
  return (
    <span className={styles.marker} data-state={state} aria-hidden="true">
      {icons[state]}
    </span>
  );
}

/** What a new user does first, each step with its state: verify, deposit, trade. */
export function FirstSteps() {
  const t = useTexts('firstSteps');
  const identity = useIdentityStep();
  const deposit = useDepositStep();
  const trade: Step = {
    title: t('trade'),
    note: t('tradeNote'),
    state: 'open',
    to: screenUrl('/pages/transaction/index'),
  };
  return (
    <section className={styles.steps}>
      <h2 className={styles.title}>{t('title')}</h2>
      <p className={styles.text}>{t('text')}</p>
      <List label={t('title')}>
        {[identity, deposit, trade].map(({ title, note, state, to }, index) => (
          <ListRow
            key={to}
            to={to}
            start={<Marker state={state} number={index + 1} />}
            title={title}
            subtitle={note}
            value={state === 'done' || state === 'waiting' ? <VisuallyHidden>{t(state)}</VisuallyHidden> : undefined}
          />
        ))}
      </List>
    </section>
  );
}
