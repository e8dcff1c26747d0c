import {
  type Coupon,
  type CouponOffer,
  couponStatuses,
  useClaimCoupon,
  useCouponOffers,
  useCoupons,
  useStartCoupon,
} from '@tessera/api/coupons';
import { problemText, useTexts } from '@tessera/i18n';
import { div, formatAmount, formatDayTime, formatRate } from '@tessera/money';
import {
  Badge,
  Button,
  EmptyState,
  Heading,
  Loaded,
  Page,
  SkeletonRows,
  showToast,
  Tabs,
  Text,
  useLocale,
} from '@tessera/ui';
import { Explained, PagedList, ProgressBar } from '@tessera/ui/content';
import { useState } from 'react';
import styles from './CouponsPage.module.css';

type Terms = Pick<Coupon, 'kind' | 'rate' | 'currency' | 'scale' | 'amount' | 'volume' | 'title'>;

const TONES = { available: 'accent', active: 'success', used: 'neutral', expired: 'neutral' } as const;

function useFigures() {
  const locale = useLocale();
  const money = (amount: string, currency: string) =>
    `${formatAmount(amount, 8, locale, { zeros: 'trimmed' })}\u00a0${currency}`;
  return {
    money,
    rate: (ratio: string) => formatRate(ratio, locale, 0),
    time: (at: number) => formatDayTime(at, locale),
  };
}

/** What a coupon gives; a tap says how it is computed, and what is left out. */
function Gift({ terms }: { readonly terms: Terms }) {
  const t = useTexts('account');
  const { money, rate } = useFigures();
  const { kind, currency, amount, volume } = terms;
  const values = {
    rate: rate(terms.rate ?? '0'),
    amount: money(amount, currency),
    volume: money(volume ?? '0', 'USDT'),
  };
  return (
    <>
      <Heading size={16}>{terms.title}</Heading>
      <Explained
        className={styles.gift}
        title={t('coupons.gives')}
        value={t(`coupons.gift.${kind}`, values)}
        formula={t(`coupons.formula.${kind}`, values)}
        note={t(`coupons.note.${kind}`)}
      />
    </>
  );
}

function OfferRow({ offer }: { readonly offer: CouponOffer }) {
  const t = useTexts('account');
  const { time } = useFigures();
  const claim = useClaimCoupon({
    onDone: () => showToast(t('coupons.taken'), 'success'),
    onRejected: (error) => showToast(problemText(error), 'error'),
  });
  return (
    <li className={styles.coupon}>
      <Gift terms={offer} />
      <Text>
        {t('coupons.validDays', { count: offer.valid_days })}
        {offer.ends_at !== null && ` · ${t('coupons.offeredUntil', { time: time(offer.ends_at) })}`}
      </Text>
      {offer.min_level > 0 && <Text>{t('coupons.level', { level: offer.min_level })}</Text>}
      <Button block busy={claim.busy} onClick={() => claim.run({ campaign_id: offer.id })}>
        {t('coupons.take')}
      </Button>
    </li>
  );
}

function CouponRow({ coupon }: { readonly coupon: Coupon }) {
  const t = useTexts('account');
  const { money, time } = useFigures();
  const start = useStartCoupon({
    onDone: () => showToast(t('coupons.started'), 'success'),
    onRejected: (error) => showToast(problemText(error), 'error'),
  });
  const { kind, status, currency, volume } = coupon;
  const open = status === 'available' || status === 'active';
  return (
    <li className={styles.coupon} data-over={!open || undefined}>
      <span className={styles.state}>
        <Badge tone={TONES[status]}>{t(`coupons.status.${status}`)}</Badge>
      </span>
      <Gift terms={coupon} />
      {kind === 'cash' && volume !== null ? (
        <ProgressBar
          label={t('coupons.traded')}
          ratio={div(coupon.traded, volume)}
          note={`${money(coupon.traded, '')}/ ${money(volume, 'USDT')}`}
        />
      ) : (
        status !== 'available' && (
          <ProgressBar
            label={t('coupons.paid')}
            ratio={div(coupon.paid, coupon.amount)}
            note={`${money(coupon.paid, '')}/ ${money(coupon.amount, currency)}`}
          />
        )
      )}
      <Text>
        {open || coupon.ended_at === null
          ? t('coupons.expires', { time: time(coupon.expires_at) })
          : t('coupons.ended', { time: time(coupon.ended_at) })}
      </Text>
      {status === 'available' && kind !== 'cash' && (
        <Button block busy={start.busy} onClick={() => start.run({ id: coupon.id })}>
          {t('coupons.start')}
        </Button>
      )}
    </li>
  );
}

function Offers() {
  const t = useTexts('account');
  const query = useCouponOffers();
  const { data } = query;
  if (!data) return <Loaded query={query} waiting={<SkeletonRows count={4} />} />;
  if (data.list.length === 0) return <EmptyState illustration="message" title={t('coupons.noOffers')} />;
  return (
    <ul className={styles.list} aria-label={t('coupons.offers')}>
      {data.list.map((offer) => (
        <OfferRow key={offer.id} offer={offer} />
      ))}
    </ul>
  );
}

function Mine({ status }: { readonly status: Coupon['status'] }) {
  const t = useTexts('account');
  const query = useCoupons({ status });
  return (
    <PagedList
      label={t(`coupons.status.${status}`)}
      query={query}
      row={(coupon) => <CouponRow key={coupon.id} coupon={coupon} />}
      empty={<EmptyState illustration="message" title={t('coupons.none')} />}
    />
  );
}

/** What can be taken, and the user's coupons by state. */
export default function CouponsPage() {
  const t = useTexts('account');
  const [tab, setTab] = useState<'offers' | Coupon['status']>('offers');
  return (
    <Page title={t('routes.setting.coupon')} back flush>
      <Tabs
        label={t('routes.setting.coupon')}
        items={[
          { id: 'offers', label: t('coupons.offers') },
          ...couponStatuses.map((status) => ({ id: status, label: t(`coupons.status.${status}`) })),
        ]}
        value={tab}
        onChange={setTab}
      >
        <div className={styles.panel}>{tab === 'offers' ? <Offers /> : <Mine key={tab} status={tab} />}</div>
      </Tabs>
    </Page>
  );
}
