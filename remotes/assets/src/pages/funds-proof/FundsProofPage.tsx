import { type BalanceProof, type FundsProof, useBalanceProof, useFundsProof } from '@tessera/api/proofs';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDateTime } from '@tessera/money';
import { useSession } from '@tessera/session';
import { Button, EmptyState, KeyValue, Loaded, Page, SkeletonRows, useLocale } from '@tessera/ui';
import { Verdict } from '@tessera/ui/content';
import { Download } from '@tessera/ui/icons';
import { useEffect, useState } from 'react';
import { type Check, checkBalance, downloadProof, fileName } from './check-balance.ts';
import styles from './FundsProofPage.module.css';

/** Digits of the ledger. */
const FINEST = 18;

/** What a fault means to a user. */
const REASONS = {
  cannot: 'cannot',
  digest: 'signature',
  signature: 'signature',
  key: 'signature',
  twice: 'counted',
  absent: 'counted',
  range: 'counted',
  branch: 'counted',
  root: 'counted',
  total: 'counted',
} as const satisfies Record<Exclude<Check, 'valid'>, string>;

function useCheck(proof: BalanceProof | null): Check | null {
  const [checked, setChecked] = useState<{ readonly proof: BalanceProof; readonly check: Check } | null>(null);
  useEffect(() => {
    if (!proof) return;
    let current = true;
    checkBalance(proof).then(
      (check) => current && setChecked({ proof, check }),
      () => current && setChecked({ proof, check: 'root' }),
    );
    return () => {
      current = false;
    };
  }, [proof]);
  return checked && checked.proof === proof ? checked.check : null;
}

function OwnVerdict({ check, empty }: { readonly check: Check | null; readonly empty: boolean }) {
  const t = useTexts('assets');
  if (check === null) return <Verdict outcome={null}>{t('proof.checking')}</Verdict>;
  const outcome = check === 'valid' ? (empty ? 'waiting' : 'valid') : check === 'cannot' ? 'waiting' : 'wrong';
  return (
    <Verdict outcome={outcome}>
      {t(check === 'valid' ? (empty ? 'proof.none' : 'proof.valid') : `proof.${REASONS[check]}`)}
    </Verdict>
  );
}

function OwnBalance() {
  const t = useTexts('assets');
  const locale = useLocale();
  const query = useBalanceProof();
  const { data } = query;
  const proof = data?.proof ?? null;
  const check = useCheck(proof);
  if (!data) return <Loaded query={query} waiting={<SkeletonRows count={3} />} />;
  if (!proof) return null;
  return (
    <section aria-label={t('proof.own')}>
      <h2 className={styles.title}>{t('proof.own')}</h2>
      <OwnVerdict check={check} empty={proof.balances.length === 0} />
      <KeyValue
        items={proof.balances.map(({ currency, amount }) => ({
          label: currency,
          value: formatAmount(amount, FINEST, locale, { zeros: 'trimmed' }),
        }))}
      />
      <p className={styles.text}>{t('proof.moment', { time: formatDateTime(proof.publication.at, locale) })}</p>
      <Button variant="secondary" block icon={<Download />} onClick={() => downloadProof(proof)}>
        {t('proof.download')}
      </Button>
      <p className={styles.text}>{t('proof.outside')}</p>
      <p>
        <code className={styles.code}>{`tessera verify-balance ${fileName(proof)}`}</code>
      </p>
    </section>
  );
}

function Published({ publication }: { readonly publication: FundsProof['list'][number] }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const code = (value: string) => <code className={styles.code}>{value}</code>;
  return (
    <section aria-label={t('proof.published')}>
      <h2 className={styles.title}>{t('proof.published')}</h2>
      <p className={styles.text}>{formatDateTime(publication.at, locale)}</p>
      <KeyValue
        items={publication.roots.map(({ currency, total }) => ({
          label: currency,
          value: formatAmount(total, FINEST, locale, { zeros: 'trimmed' }),
        }))}
      />
      <dl className={styles.long}>
        {publication.roots.map(({ currency, leaves, root }) => (
          <div key={currency}>
            <dt>{t('proof.root', { currency, users: leaves.toLocaleString(locale) })}</dt>
            <dd>{code(root)}</dd>
          </div>
        ))}
        <dt>{t('proof.digest')}</dt>
        <dd>{code(publication.digest)}</dd>
        <dt>{t('proof.previous')}</dt>
        <dd>{/^0+$/.test(publication.previous) ? t('proof.first') : code(publication.previous)}</dd>
        <dt>{t('proof.key')}</dt>
        <dd>{code(publication.key)}</dd>
      </dl>
    </section>
  );
}

function Reserves({ reserves }: { readonly reserves: FundsProof['reserves'] }) {
  const t = useTexts('assets');
  if (reserves.length === 0) return null;
  return (
    <section aria-label={t('proof.reserves')}>
      <h2 className={styles.title}>{t('proof.reserves')}</h2>
      <p className={styles.text}>{t('proof.reservesHelp')}</p>
      <dl className={styles.long}>
        {reserves.map(({ currency, network, address, message, signature }) => (
          <div key={`${network} ${address}`}>
            <dt>
              {currency} · {network} · {t(signature === null ? 'proof.unsigned' : 'proof.signed')}
            </dt>
            {[address, message, signature].map(
              (value) =>
                value !== null && (
                  <dd key={value}>
                    <code className={styles.code}>{value}</code>
                  </dd>
                ),
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the platform owes all users, published each day, and whether it counts the user's own balances. */
export default function FundsProofPage() {
  const t = useTexts('assets');
  const session = useSession();
  const query = useFundsProof({ page: 1, limit: 1 });
  const { data } = query;
  const last = data?.list[0];
  return (
    <Page title={t('routes.fund.proof')} back>
      <p className={styles.text}>{t('proof.help')}</p>
      {session && <OwnBalance />}
      <Loaded query={query} />
      {data && !last && <EmptyState illustration="orders" title={t('proof.emptyTitle')} text={t('proof.empty')} />}
      {last && <Published publication={last} />}
      {data && <Reserves reserves={data.reserves} />}
    </Page>
  );
}
