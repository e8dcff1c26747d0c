import { ApiError } from '@tessera/api';
import { type PayoutNetwork, type SavedAddress, useAddresses } from '@tessera/api/payees';
import {
  beginWithdrawal,
  limitLeft,
  useWithdraw,
  type Withdrawal,
  type WithdrawalInfo,
} from '@tessera/api/withdrawals';
import { useFirstError } from '@tessera/form';
import { problemText, useTexts } from '@tessera/i18n';
import { add, cmp, formatAmount, formatMoment, min, quantize } from '@tessera/money';
import { Button, KeyValue, Stack, useLocale } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { AddressText, Explained, formulaOf } from '@tessera/ui/content';
import { AmountInput, SegmentedControl, Unresolved } from '@tessera/ui/forms';
import { type FormEvent, useState } from 'react';
import { enteredAddress } from '../payees/payment-link.ts';
import { useRuleText } from '../payees/use-rule-text.ts';
import { BalanceWhy } from '../wallets/BalanceWhy.tsx';
import { limitScale } from './limit-scale.ts';
import { CardTarget, SavedTarget, TypedTarget } from './Target.tsx';
import styles from './Withdraw.module.css';
import { type Asked, asksOtherwise, placeOf, sendUrlOf, targetOf, type Way, withdrawForm } from './withdraw-form.ts';

type PlaceProps = { readonly asked: Asked; readonly addresses: readonly SavedAddress[] };

/** Where an approved withdrawal goes, as its owner chose it. */
function ApprovedPlace({ asked, addresses }: PlaceProps) {
  const t = useTexts('assets');
  const { address, name } = targetOf(asked, addresses);
  if (address === null) return `${t('payout.toCard')} #${asked.bank_card_id ?? ''}`;
  return (
    <>
      {name !== null && `${name} · `}
      <AddressText value={address} />
    </>
  );
}

type Props = {
  readonly info: WithdrawalInfo;
  readonly network: PayoutNetwork;
  readonly onSent: (withdrawal: Withdrawal) => void;
};

/** Digits of amounts in BTC, and of a price in it. */
const BTC_SCALE = 8;
const PRICE_SCALE = 12;

export function WithdrawForm({ info, network, onSent }: Props) {
  const t = useTexts('assets');
  const ruleText = useRuleText();
  const common = useTexts('common');
  const locale = useLocale();
  const bank = network.chain === null;
  const [entries, enter] = withdrawForm.useForm(bank ? 'card' : info.whitelist ? 'saved' : 'typed');
  const saved = useAddresses(bank ? null : { currency: info.currency_id, network: network.network });
  const addresses = saved.rows ?? [];
  const { derived, problems } = withdrawForm.useEvaluation(entries, { network, addresses });
  /** A withdrawal to an address at which another user pays in. */
  const [inside, setInside] = useState<{ readonly asked: Asked; readonly text: string } | null>(null);
  const withdraw = useApproval({
    command: useWithdraw,
    toInput: (asked: Asked, approved) => ({ ...asked, ...approved }),
    repeats: true,
    onDone: onSent,
    async begin(asked) {
      try {
        return (await beginWithdrawal(asked)).approval;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'address_internal') {
          withdraw.close();
          setInside({ asked, text: problemText(error) });
        }
        throw error;
      }
    },
  });
  const approving = withdraw.asked;
  const { way, amount, linked, tried } = entries;
  const { scale, currency } = info;
  const figure = (value: string) => formatAmount(value, scale, locale, { zeros: 'trimmed' });
  const unit = (value: string) => `${figure(value)} ${currency}`;
  const rough = (value: string) => unit(quantize(value, limitScale(value, scale), 'down'));
  const bitcoin = (value: string, digits = BTC_SCALE) =>
    `${formatAmount(value, digits, locale, { zeros: 'trimmed' })} BTC`;
  const errorOf = (...fields: readonly string[]) => {
    const found = problems.find(({ field }) => fields.includes(field));
    return tried && found ? ruleText(found) : null;
  };
  const paused = info.paused_until !== null;
  const available = info.left === null ? info.available : min(info.available, info.left);
  const lookAtErrors = useFirstError();
  const submit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    enter({ tried: true });
    if (problems.length > 0 || !derived.asked) return lookAtErrors(event.currentTarget);
    setInside(null);
    withdraw.ask(derived.asked);
  };
  const feeTerm = { label: common('fee'), value: unit(network.fee) };
  const fee = (
    <Explained title={common('fee')} value={unit(network.fee)} entries={[feeTerm]} note={t('payout.feeNote')} />
  );
  const least = (
    <Explained
      title={t('payout.least')}
      value={unit(network.min_number)}
      entries={[{ label: t('payout.least'), value: unit(network.min_number) }, feeTerm]}
      note={t('payout.leastNote')}
    />
  );
  const received = (
    <Explained
      title={t('payout.received')}
      value={unit(derived.received)}
      {...formulaOf({ label: t('payout.received'), value: unit(derived.received) }, [
        { label: t('payout.amount'), value: figure(amount === '' ? '0' : amount) },
        '−',
        { label: common('fee'), value: figure(network.fee) },
      ])}
    />
  );
  const left =
    info.left === null || info.price_btc === null ? (
      '–'
    ) : (
      <Explained
        title={t('payout.left')}
        value={rough(info.left)}
        {...formulaOf(
          {
            label: t('payout.left'),
            value: unit(limitLeft({ limit: info.limit_btc, used: info.used_btc, price: info.price_btc }, scale)),
          },
          [
            '(',
            { label: t('payout.limit'), value: bitcoin(info.limit_btc) },
            '−',
            { label: t('payout.used'), value: bitcoin(info.used_btc) },
            ')',
            '÷',
            { label: t('payout.price'), value: bitcoin(info.price_btc, PRICE_SCALE) },
          ],
        )}
        note={t('payout.leftNote')}
      />
    );
  // A link is pasted whole: what it asks for is said at once.
  const link = problems.find(({ code }) => code === 'request_unclear');
  const choice = {
    error: link ? ruleText(link) : errorOf('address', 'target'),
  };
  const enterAddress = (text: string) => {
    const { address, number } = enteredAddress(network, text);
    // What is asked for is what arrives. An amount that was typed stays.
    enter({ address, linked: number ?? '', ...(number && amount === '' && { amount: add(number, network.fee) }) });
  };
  const differs = asksOtherwise(entries, derived.received);
  return (
    <>
      <Stack as="form" gap={3} onSubmit={submit} noValidate>
        {withdraw.unresolved && (
          <Unresolved busy={withdraw.busy} onRepeat={withdraw.repeat}>
            {t('payout.whole', {
              amount: figure(withdraw.unresolved.number),
              currency,
              target: placeOf(withdraw.unresolved),
            })}
          </Unresolved>
        )}
        {info.paused_until !== null && (
          <p className={styles.notice}>{t('payout.paused', { time: formatMoment(info.paused_until, locale) })}</p>
        )}
        {info.whitelist && <p className={styles.notice}>{t('payout.whitelistOn')}</p>}
        {!bank && !info.whitelist && (
          <SegmentedControl<Way>
            label={t('payout.to')}
            options={[
              { value: 'typed', label: t('payout.toTyped') },
              { value: 'saved', label: t('payout.toSaved') },
            ]}
            value={way}
            onChange={(next) => enter({ way: next })}
          />
        )}
        {way === 'typed' && (
          <TypedTarget network={network.network} value={entries.address} onChange={enterAddress} {...choice} />
        )}
        {way === 'saved' && (
          <SavedTarget
            addresses={addresses}
            value={entries.addressId}
            onChange={(addressId) => enter({ addressId })}
            {...choice}
          />
        )}
        {way === 'card' && (
          <CardTarget
            abroad={network.network === 'SWIFT'}
            value={entries.cardId}
            onChange={(cardId) => enter({ cardId })}
            {...choice}
          />
        )}
        <AmountInput
          label={t('payout.amount')}
          unit={currency}
          scale={network.scale}
          min={network.min_number}
          balance={available}
          percentages={[25, 50, 75, 100]}
          value={amount}
          onChange={(value) => enter({ amount: value })}
          error={errorOf('number')}
          name="amount"
        />
        {differs && (
          <p className={styles.notice} role="status">
            {t('payout.linkAsks', { amount: unit(linked) })}
          </p>
        )}
        <KeyValue
          items={[
            {
              label: common('available'),
              value: (
                <Explained title={common('available')} value={unit(info.available)}>
                  <BalanceWhy account="change" currency={{ currency_id: info.currency_id, scale }} part="available" />
                </Explained>
              ),
            },
            { label: t('payout.least'), value: least },
            { label: t('payout.left'), value: left },
            { label: common('fee'), value: fee },
            { label: t('payout.received'), value: received, strong: true },
          ]}
        />
        {inside && (
          <Stack gap={2} role="alert">
            <p className={styles.notice}>{inside.text}</p>
            <Button variant="secondary" block to={sendUrlOf(inside.asked, addresses)}>
              {t('payout.sendInside')}
            </Button>
          </Stack>
        )}
        <Button
          type="submit"
          size="l"
          block
          busy={withdraw.busy}
          disabled={paused || (amount !== '' && cmp(amount, available) > 0)}
        >
          {t('payout.submit')}
        </Button>
      </Stack>
      <ApprovalSheet
        {...withdraw.sheet}
        title={t('payout.confirm')}
        items={
          approving
            ? [
                { label: t('payout.to'), value: <ApprovedPlace asked={approving} addresses={addresses} /> },
                { label: t('deposit.network'), value: network.network },
                { label: t('payout.amount'), value: unit(approving.number) },
                { label: common('fee'), value: unit(approving.fee) },
                { label: t('payout.received'), value: unit(derived.received), strong: true },
              ]
            : []
        }
      />
    </>
  );
}
