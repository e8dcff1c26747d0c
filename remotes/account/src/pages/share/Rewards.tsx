import { type Invitee, useClaim, useInvitees, useReferral } from '@tessera/api/referral';
import { problemText, useTexts } from '@tessera/i18n';
import { cmp, formatAmount, formatMoment, formatRate, isZero } from '@tessera/money';
import {
  Badge,
  type BadgeTone,
  Button,
  EmptyState,
  Heading,
  KeyValue,
  Loaded,
  Skeleton,
  showToast,
  Text,
  useLocale,
} from '@tessera/ui';
import { Explained, PagedList } from '@tessera/ui/content';
import { Unresolved } from '@tessera/ui/forms';
import { useResult } from '@tessera/ui/result';
import styles from './SharePage.module.css';

const TONES = { registered: 'neutral', verified: 'accent', traded: 'success' } as const satisfies Record<
  Invitee['state'],
  BadgeTone
>;

/** Digits of what is worth something in USDT. */
const WORTH_SCALE = 4;

function InviteeRow({ invitee }: { readonly invitee: Invitee }) {
  const t = useTexts('account');
  const locale = useLocale();
  const { account_name, level, state, joined_at, reward_usdt } = invitee;
  return (
    <li className={styles.invitee}>
      <span className={styles.who}>
        <span dir="ltr">{account_name}</span>
        <Text as="span">
          {formatMoment(joined_at, locale)}
          {level === 2 && ` · ${t('share.ofFriend')}`}
        </Text>
      </span>
      <span className={styles.brought}>
        <Badge tone={TONES[state]}>{t(`share.state.${state}`)}</Badge>
        {!isZero(reward_usdt) && (
          <strong>+{formatAmount(reward_usdt, WORTH_SCALE, locale, { zeros: 'trimmed' })} USDT</strong>
        )}
      </span>
    </li>
  );
}

type Claimed = ReadonlyArray<{ readonly currency: string; readonly scale: number; readonly amount: string }>;

/** What invitations have brought, paid out by a tap, and who came by them. */
export function Rewards() {
  const t = useTexts('account');
  const locale = useLocale();
  const query = useReferral({});
  const { data } = query;
  const invitees = useInvitees({});
  const amounts = (of: Claimed) =>
    of.map(({ currency, scale, amount }) => ({
      label: currency,
      value: formatAmount(amount, scale, locale, { zeros: 'trimmed' }),
    }));
  const result = useResult();
  const claim = useClaim({
    onDone: ({ paid }) =>
      result.show({ title: t('share.claimed'), items: amounts(paid).map((each) => ({ ...each, strong: true })) }),
    onRejected: (error) => showToast(problemText(error), 'error'),
  });
  if (!data) return <Loaded query={query} compact waiting={<Skeleton height="12rem" />} />;
  const worth = (value: string) => `${formatAmount(value, WORTH_SCALE, locale, { zeros: 'trimmed' })} USDT`;
  const rate = (level: number) => formatRate(data.rates.find((each) => each.level === level)?.rate ?? '0', locale, 0);
  return (
    <>
      <section className={styles.card} aria-label={t('share.brings')}>
        <h2>{t('share.brings')}</h2>
        <Text>{t('share.rates', { first: rate(1), second: rate(2) })}</Text>
        {claim.unresolved && (
          <Unresolved busy={claim.busy} onRepeat={claim.repeat}>
            {t('share.claim')}
          </Unresolved>
        )}
        <KeyValue
          items={[
            { label: t('share.count'), value: formatAmount(String(data.invited), 0, locale) },
            { label: t('share.verified'), value: formatAmount(String(data.verified), 0, locale) },
            { label: t('share.traded'), value: formatAmount(String(data.traded), 0, locale) },
            { label: t('share.ofFriend'), value: formatAmount(String(data.second), 0, locale) },
            {
              label: t('share.earned'),
              value: (
                <Explained
                  title={t('share.earned')}
                  value={worth(data.earned_usdt)}
                  entries={amounts(data.earned)}
                  note={t('share.rates', { first: rate(1), second: rate(2) })}
                />
              ),
            },
            {
              label: t('share.claimable'),
              value: (
                <Explained
                  title={t('share.claimable')}
                  value={worth(data.claimable_usdt)}
                  entries={amounts(data.claimable)}
                  note={t('share.least', { min: data.min_claim })}
                />
              ),
              strong: true,
            },
          ]}
        />
        <Button
          block
          busy={claim.busy}
          disabled={cmp(data.claimable_usdt, data.min_claim) < 0}
          onClick={() => claim.run({})}
        >
          {t('share.claim')}
        </Button>
        <Text>
          {t('share.least', { min: data.min_claim })} {t('share.own')}
        </Text>
      </section>
      <section>
        <Heading size={16}>{t('share.friends')}</Heading>
        <PagedList
          label={t('share.friends')}
          query={invitees}
          row={(invitee) => <InviteeRow invitee={invitee} />}
          empty={<EmptyState illustration="message" title={t('share.noFriends')} text={t('share.noFriendsText')} />}
        />
      </section>
      {result.screen}
    </>
  );
}
