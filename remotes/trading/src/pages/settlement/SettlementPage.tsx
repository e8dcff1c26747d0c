import { type SettlementProof, useOption, useSettlementProof } from '@tessera/api/options';
import { useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { useScreenParams } from '@tessera/router';
import { Heading, KeyValue, Loaded, Page, SkeletonRows, Text, useLocale } from '@tessera/ui';
import { Code, Codes, useVerified, Verification } from '@tessera/ui/content';
import { useState } from 'react';
import { exactText } from '../../market/exact-text.ts';
import { SettlementTicks } from '../../options/SettlementTicks.tsx';
import { useOptionTexts } from '../../options/use-option-texts.ts';
import { type Check, checkSettlement, downloadProof } from './check-settlement.ts';

/** ms between two looks for ticks that are not signed yet. */
const LOOK_EVERY = 10_000;

const REASONS = {
  cannot: 'cannot',
  unsigned: 'waiting',
  span: 'record',
  ticks: 'record',
  heads: 'record',
  signature: 'signature',
  key: 'signature',
  strike: 'result',
  settlement: 'result',
  result: 'result',
  payout: 'result',
} as const satisfies Record<Exclude<Check, 'valid'>, string>;

/** Null while it is checked. */
const outcomeOf = (check: Check | null) =>
  check === null || check === 'valid' ? check : check === 'unsigned' || check === 'cannot' ? 'waiting' : 'wrong';

function Heads({ proof: { option, record } }: { readonly proof: SettlementProof }) {
  const t = useTexts('trading/options');
  const locale = useLocale();
  if (!record) return null;
  const { entry, settlement, key, heads } = record;
  const spans = [
    ['entry', entry],
    ['settlement', settlement],
  ] as const;
  return (
    <>
      <Heading size={14} above={6} below={2}>
        {t('settlement.heads')}
      </Heading>
      {spans.map(([name, { start, end }]) => (
        <section key={name}>
          <h3>{t(`settlement.${name}`)}</h3>
          <Codes
            label={t(`settlement.${name}`)}
            items={[start, end].map(({ at, number, link }, place) => ({
              label: [
                t(place === 0 ? 'settlement.before' : 'settlement.after'),
                ...(at === null ? [] : [formatDateTime(at, locale), number]),
              ].join(' · '),
              codes: [link, heads.find((head) => head.at === at)?.signature ?? '–'],
            }))}
          />
        </section>
      ))}
      <Codes items={[{ label: t('source.key', { ns: 'trading' }), codes: [key] }]} />
      <Text>{t('settlement.outside')}</Text>
      <p>
        <Code>{`tessera verify-settlement settlement-${option.id}.json`}</Code>
      </p>
    </>
  );
}

/** What proves the settlement of an option, checked in this browser and offered as a file. */
export default function SettlementPage() {
  const t = useTexts('trading/options');
  const locale = useLocale();
  const texts = useOptionTexts();
  const [{ id = '' }] = useScreenParams('/pages/transaction/settlement', { id: 'string' });
  const [signed, setSigned] = useState(false);
  const query = useSettlementProof({ id }, { refetchInterval: signed ? false : LOOK_EVERY });
  const { data: proof } = query;
  const { data: result } = useOption({ id });
  const check = useVerified(proof, checkSettlement, 'ticks');
  const known = proof?.record != null;
  if (known !== signed) setSigned(known);
  return (
    <Page title={t('routes.settlement', { ns: 'trading' })} back>
      <Loaded query={query} waiting={<SkeletonRows count={8} />} />
      {proof && (
        <>
          <Verification
            outcome={outcomeOf(check)}
            says={t(
              check === null ? 'settlement.checking' : `settlement.${check === 'valid' ? check : REASONS[check]}`,
            )}
            download={proof.record && { label: t('settlement.download'), onSave: () => downloadProof(proof) }}
          >
            <Text>{t('settlement.help')}</Text>
            <KeyValue
              items={[
                { label: t('option.instrument'), value: proof.option.symbol },
                {
                  label: t('option.state.label'),
                  value: t(`option.state.${proof.option.result ?? proof.option.status}`),
                },
                {
                  label: t('option.strike'),
                  value:
                    proof.option.open_price === null ? '–' : texts.price(proof.option.open_price, proof.option.tick),
                },
                { label: t('option.strikeNumber'), value: String(proof.option.strike_number ?? '–') },
                {
                  label: t('option.settlement'),
                  value: proof.option.close_price === null ? '–' : exactText(proof.option.close_price, locale),
                },
                { label: t('option.paidOut'), value: texts.amount(proof.option.payout, proof.option), strong: true },
                { label: t('option.entry'), value: formatDateTime(proof.option.entry_at, locale) },
                { label: t('option.expiry'), value: formatDateTime(proof.option.sell_time, locale) },
              ]}
            />
          </Verification>
          {result && result.ticks.length > 0 && (
            <SettlementTicks ticks={result.ticks} tick={result.tick} heading="h2" />
          )}
          <Heads proof={proof} />
        </>
      )}
    </Page>
  );
}
