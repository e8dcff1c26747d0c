import { type SettlementProof, useOption, useSettlementProof } from '@tessera/api/options';
import { useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { useScreenParams } from '@tessera/router';
import { Button, KeyValue, Loaded, Page, SkeletonRows, useLocale } from '@tessera/ui';
import { Verdict } from '@tessera/ui/content';
import { Download } from '@tessera/ui/icons';
import { useEffect, useState } from 'react';
import { exactText } from '../../exact-text.ts';
import { SettlementTicks } from '../../options/SettlementTicks.tsx';
import { useOptionTexts } from '../../options/use-option-texts.ts';
import { type Check, checkSettlement, downloadProof } from './check-settlement.ts';
import styles from './SettlementPage.module.css';

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

function useCheck(proof: SettlementProof | undefined): Check | null {
  const [checked, setChecked] = useState<{ readonly proof: SettlementProof; readonly check: Check } | null>(null);
  useEffect(() => {
    if (!proof) return;
    let current = true;
    checkSettlement(proof).then(
      (check) => current && setChecked({ proof, check }),
      () => current && setChecked({ proof, check: 'ticks' }),
    );
    return () => {
      current = false;
    };
  }, [proof]);
  return checked && checked.proof === proof ? checked.check : null;
}

function Found({ check }: { readonly check: Check | null }) {
  const t = useTexts('trading');
  if (check === null) return <Verdict outcome={null}>{t('settlement.checking')}</Verdict>;
  const waiting = check === 'unsigned' || check === 'cannot';
  return (
    <Verdict outcome={check === 'valid' ? 'valid' : waiting ? 'waiting' : 'wrong'}>
      {t(check === 'valid' ? 'settlement.valid' : `settlement.${REASONS[check]}`)}
    </Verdict>
  );
}

function Heads({ proof: { option, record } }: { readonly proof: SettlementProof }) {
  const t = useTexts('trading');
  const locale = useLocale();
  if (!record) return null;
  const { entry, settlement, key, heads } = record;
  const code = (value: string) => <code className={styles.code}>{value}</code>;
  return (
    <>
      <h2 className={styles.title}>{t('settlement.heads')}</h2>
      {(
        [
          ['entry', entry],
          ['settlement', settlement],
        ] as const
      ).map(([name, { start, end }]) => (
        <section key={name}>
          <h3 className={styles.span}>{t(`settlement.${name}`)}</h3>
          <dl className={styles.long} aria-label={t(`settlement.${name}`)}>
            {[start, end].map(({ at, number, link }, place) => (
              <div key={link}>
                <dt>
                  {t(place === 0 ? 'settlement.before' : 'settlement.after')}
                  {at !== null && ` · ${formatDateTime(at, locale)} · ${number}`}
                </dt>
                <dd>{code(link)}</dd>
                <dd>{code(heads.find((head) => head.at === at)?.signature ?? '–')}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <dl className={styles.long}>
        <dt>{t('source.key')}</dt>
        <dd>{code(key)}</dd>
      </dl>
      <p className={styles.text}>{t('settlement.outside')}</p>
      <p>{code(`tessera verify-settlement settlement-${option.id}.json`)}</p>
    </>
  );
}

/** What proves the settlement of an option, checked in this browser and offered as a file. */
export default function SettlementPage() {
  const t = useTexts('trading');
  const locale = useLocale();
  const texts = useOptionTexts();
  const [{ id = '' }] = useScreenParams('/pages/transaction/settlement', { id: 'string' });
  const [signed, setSigned] = useState(false);
  const query = useSettlementProof({ id }, { refetchInterval: signed ? false : LOOK_EVERY });
  const { data: proof } = query;
  const { data: result } = useOption({ id });
  const check = useCheck(proof);
  const known = proof?.record != null;
  if (known !== signed) setSigned(known);
  return (
    <Page title={t('routes.settlement')} back>
      <Loaded query={query} waiting={<SkeletonRows count={8} />} />
      {proof && (
        <>
          <Found check={check} />
          <p className={styles.text}>{t('settlement.help')}</p>
          <KeyValue
            items={[
              { label: t('option.instrument'), value: proof.option.symbol },
              {
                label: t('option.state.label'),
                value: t(`option.state.${proof.option.result ?? proof.option.status}`),
              },
              {
                label: t('option.strike'),
                value: proof.option.open_price === null ? '–' : texts.price(proof.option.open_price, proof.option.tick),
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
          {proof.record && (
            <Button variant="secondary" block icon={<Download />} onClick={() => downloadProof(proof)}>
              {t('settlement.download')}
            </Button>
          )}
          {result && result.ticks.length > 0 && (
            <SettlementTicks ticks={result.ticks} tick={result.tick} heading="h2" />
          )}
          <Heads proof={proof} />
        </>
      )}
    </Page>
  );
}
