import { type BuyOrder, openCheckout, useBuyOrder, useCancelBuy, useSendBuyVoucher } from '@tessera/api/quickbuy';
import { useUpload } from '@tessera/api/uploads';
import { problemText, useTexts } from '@tessera/i18n';
import { formatAmount, formatDateTime } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { screenUrl, useOpenScreen } from '@tessera/router';
import {
  Badge,
  Button,
  Heading,
  IconButton,
  Inline,
  KeyValue,
  Loaded,
  Stack,
  showToast,
  Text,
  useLocale,
} from '@tessera/ui';
import { Countdown, useCopy } from '@tessera/ui/content';
import { AskedButton, Unresolved, useQuestion } from '@tessera/ui/forms';
import { PictureField } from '@tessera/ui/pictures';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import styles from './Buy.module.css';

/** ms between looks at an order that others move on. */
const LOOK_EVERY = 10_000;

const NO_COINS: ReadonlySet<BuyOrder['status']> = new Set(['cancelled', 'rejected', 'refunding', 'refunded']);

const BANK_FIELDS = [
  'account_name',
  'iban',
  'account_number',
  'beneficiary_country',
  'swift',
  'bank_name',
  'bank_address',
] as const;

type Line = {
  readonly label: string;
  readonly value: string;
  /** How the value is written, where not as it is copied. */
  readonly written?: string;
};

/** An IBAN in groups of four, as banks print it (ISO 13616). */
const inGroups = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

function Copied({ label, value, written = value }: Line) {
  const t = useTexts('finance/quickbuy');
  const copy = useCopy();
  return (
    <span className={styles.copied}>
      <span dir="ltr">{written}</span>
      <IconButton label={t('copy', { label })} icon={<Copy />} onClick={() => void copy(value)} />
    </span>
  );
}

/** Where the money goes, each field to be copied. */
function Instructions({ order }: { readonly order: BuyOrder }) {
  const t = useTexts('finance/quickbuy');
  const { bank } = order;
  if (!bank) return null;
  const lines: readonly Line[] = [
    ...BANK_FIELDS.flatMap((field) => {
      const value = bank[field];
      if (value === null) return [];
      return [{ label: t(`bankFields.${field}`), value, ...(field === 'iban' && { written: inGroups(value) }) }];
    }),
    { label: t('pay'), value: `${order.amount} ${order.fiat}` },
    { label: t('reference'), value: order.reference },
  ];
  return (
    <>
      {order.demonstration && (
        <p className={styles.problem} role="alert">
          {t('demonstration')}
        </p>
      )}
      <KeyValue items={lines.map((line) => ({ label: line.label, value: <Copied {...line} /> }))} />
      <p className={styles.note}>{t('referenceNote')}</p>
      <Text tone="strong" weight="strong">
        {t('ownName')}
      </Text>
      <p className={styles.note}>{t('swift')}</p>
    </>
  );
}

function Voucher({ id }: { readonly id: string }) {
  const t = useTexts('finance/quickbuy');
  const [voucher, setVoucher] = useState<string | null>(null);
  const upload = useUpload(setVoucher);
  const send = useSendBuyVoucher({ onUnresolved: () => undefined });
  return (
    <>
      {send.unresolved && (
        <Unresolved busy={send.busy} onRepeat={send.repeat}>
          {t('screenshot')}
        </Unresolved>
      )}
      <PictureField label={t('screenshot')} upload={upload} onClear={() => setVoucher(null)} />
      <Button
        size="l"
        block
        busy={send.busy}
        disabled={voucher === null || upload.busy}
        onClick={() => voucher !== null && send.run({ id, voucher })}
      >
        {t('send')}
      </Button>
    </>
  );
}

function Checkout({ id }: { readonly id: string }) {
  const t = useTexts('finance/quickbuy');
  const [busy, setBusy] = useState(false);
  const openScreen = useOpenScreen();
  const open = async () => {
    setBusy(true);
    try {
      const { url } = await openCheckout({ id });
      // It names the site before the user goes there.
      openScreen(screenUrl('/pages/common/webView', { url }));
    } catch (error) {
      showToast(problemText(error), 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="l" block busy={busy} onClick={open}>
      {t('openPage')}
    </Button>
  );
}

const TONES = { successful: 'success', cancelled: 'neutral', rejected: 'danger' } as const;

function hintOf({ status, cause, provider, reason }: BuyOrder & { readonly provider: 'bank' | 'checkout' }) {
  if (status === 'to_be_paid') return null;
  if (status === 'cancelled' && cause === 'late' && provider === 'bank')
    return { key: 'hints.late', reason: '' } as const;
  return { key: `hints.${status}`, reason: reason ?? '' } as const;
}

/** Asks, then cancels. */
function Cancel({ id }: { readonly id: string }) {
  const t = useTexts('finance/quickbuy');
  const question = useQuestion();
  const command = useCancelBuy({ subject: id, ...question.outcomes, onDone: question.close });
  return (
    <AskedButton
      {...{ question, command }}
      label={t('cancel')}
      button={{ variant: 'ghost', block: true }}
      title={t('cancelAsk')}
      confirmLabel={t('cancel')}
      tone="danger"
      onConfirm={() => command.run({ id })}
    >
      {t('cancelHelp')}
    </AskedButton>
  );
}

/** One order: how to pay it while it is to be paid, and what became of it. */
export function OrderView({ id }: { readonly id: string }) {
  const t = useTexts('finance/quickbuy');
  const common = useTexts('common');
  const locale = useLocale();
  const query = useBuyOrder({ id }, { refetchInterval: LOOK_EVERY });
  const { data: order, refetch } = query;
  if (!order) return <Loaded query={query} />;
  const payable = order.status === 'to_be_paid';
  const hint = hintOf({ ...order, provider: order.bank ? 'bank' : 'checkout' });
  const coins = order.credited ?? order.receive;
  // Nothing will come of it any more.
  const ended = NO_COINS.has(order.status) && order.credited === null && !order.takes_voucher;
  const coin = (amount: string) =>
    `${formatAmount(amount, order.scale, locale, { zeros: 'trimmed' })} ${order.currency}`;
  // A late payment is credited at the less favourable rate, as its hint says.
  const bound = order.least && order.credited === null && !order.late && (order.brings || (!ended && !order.fixed));
  const about = order.credited === null && !order.fixed ? '≈ ' : '';
  return (
    <Stack as="section" gap={3} page>
      <Inline gap={2} between>
        <Heading size={16}>{t('orderTitle', { reference: order.reference })}</Heading>
        <Badge tone={TONES[order.status as keyof typeof TONES] ?? 'neutral'}>{t(`status.${order.status}`)}</Badge>
      </Inline>
      {hint && (
        <Text tone="strong" size={14}>
          {t(hint.key, { reason: hint.reason })}
        </Text>
      )}
      {payable && (
        <Text tone="strong" size={14}>
          {t('payBy')} <Countdown until={order.pay_by} now={serverNow} onEnd={() => refetch()} />
        </Text>
      )}
      <KeyValue
        items={[
          { label: t('method'), value: t(`methods.${order.method}`) },
          { label: t('payer'), value: order.payer },
          { label: t('pay'), value: `${formatAmount(order.amount, 0, locale)} ${order.fiat}` },
          { label: common('fee'), value: `${formatAmount(order.fee, 6, locale, { zeros: 'trimmed' })} USDT` },
          ...(ended ? [] : [{ label: t('receive'), value: `${about}${coin(coins)}`, strong: true }]),
          ...(bound && order.least ? [{ label: t('least'), value: coin(order.least), strong: true }] : []),
          ...(order.brings ? [{ label: t('brings'), value: coin(order.brings) }] : []),
        ]}
      />
      {(payable || order.takes_voucher) && <Instructions order={order} />}
      {order.takes_voucher && <Voucher id={order.id} />}
      {payable && !order.bank && <Checkout id={order.id} />}
      {payable && <Cancel id={order.id} />}
      <KeyValue
        items={order.timeline.map(({ status, at }) => ({
          label: t(`status.${status}`),
          value: formatDateTime(at, locale),
        }))}
      />
      <Button variant="secondary" block to={screenUrl('/pages/fund/select')}>
        {t('history')}
      </Button>
    </Stack>
  );
}
