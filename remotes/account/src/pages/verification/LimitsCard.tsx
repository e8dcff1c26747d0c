import { type Limit, useLimits } from '@tessera/api/kyc';
import { usedShare } from '@tessera/api/kyc/rules';
import { useTexts } from '@tessera/i18n';
import { cmp, formatAmount, sub } from '@tessera/money';
import { Heading, Loaded, Skeleton, useLocale } from '@tessera/ui';
import { Explained, ProgressBar } from '@tessera/ui/content';
import styles from './LevelsPage.module.css';

/** From this share on a limit is nearly used up. */
const NEARLY = 0.8;

const toneOf = (share: number) => (share >= 1 ? 'danger' : share >= NEARLY ? 'warn' : 'accent');

/** What counts towards a limit. */
const noteOf = ({ kind, period }: Pick<Limit, 'kind' | 'period'>) => {
  if (kind === 'send') return 'real.limitSendNote';
  return period === 'day' ? 'real.limitDayNote' : 'real.limitTotalNote';
};

function LimitRow({ limit: { kind, unit, period, limit, used } }: { readonly limit: Limit }) {
  const t = useTexts('account');
  const locale = useLocale();
  const plain = (value: string) => formatAmount(value, 8, locale, { zeros: 'trimmed' });
  const amount = (value: string) => `${plain(value)}\u00a0${unit}`;
  const label = t(`real.limit_${kind}`);
  const share = usedShare(used, limit);
  if (limit === null || share === null || cmp(limit, '0') <= 0) {
    return (
      <div className={styles.unlimited}>
        <span>{label}</span>
        <span>{t(limit === null ? 'real.noLimit' : 'real.noWithdrawal')}</span>
      </div>
    );
  }
  const left = cmp(used, limit) > 0 ? '0' : sub(limit, used);
  return (
    <ProgressBar
      label={label}
      ratio={share.toFixed(4)}
      tone={toneOf(share)}
      note={
        <Explained
          title={label}
          value={t('real.ofLimit', { used: plain(used), limit: amount(limit) })}
          entries={[
            { label: t('real.limitWhole'), value: amount(limit) },
            { label: t('real.limitUsed'), value: amount(used) },
            { label: t('real.limitLeft'), value: amount(left), strong: true },
          ]}
          note={t(noteOf({ kind, period }))}
        />
      }
    />
  );
}

/** How much of each limit of the user's levels is used now. */
export function LimitsCard() {
  const t = useTexts('account');
  return (
    <Loaded query={useLimits()} compact waiting={<Skeleton height="9rem" />}>
      {({ list }) => (
        <section className={styles.level} aria-label={t('real.limitsTitle')}>
          <Heading size={16}>{t('real.limitsTitle')}</Heading>
          {list.map((limit) => (
            <LimitRow key={limit.kind} limit={limit} />
          ))}
        </section>
      )}
    </Loaded>
  );
}
