import { type FundsProof, useBalanceProof, useFundsProof } from '@tessera/api/proofs';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatMoment } from '@tessera/money';
import { useSession } from '@tessera/session';
import { EmptyState, Heading, KeyValue, Loaded, Page, SkeletonRows, Text, useLocale } from '@tessera/ui';
import { Codes, useVerified, Verification } from '@tessera/ui/content';
import { type Check, checkBalance, downloadProof, fileName } from './check-balance.ts';

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

/** What was found, and the key of its text; an account without balances has nothing that could be counted. */
function foundOf(check: Check | null, empty: boolean) {
  if (check === null) return { outcome: null, says: 'checking' } as const;
  if (check !== 'valid') return { outcome: check === 'cannot' ? 'waiting' : 'wrong', says: REASONS[check] } as const;
  return empty ? ({ outcome: 'waiting', says: 'none' } as const) : ({ outcome: 'valid', says: 'valid' } as const);
}

function OwnBalance() {
  const t = useTexts('assets');
  const locale = useLocale();
  const query = useBalanceProof();
  const { data } = query;
  const proof = data?.proof ?? null;
  const check = useVerified(proof, checkBalance, 'root');
  if (!data) return <Loaded query={query} waiting={<SkeletonRows count={3} />} />;
  if (!proof) return null;
  const { outcome, says } = foundOf(check, proof.balances.length === 0);
  return (
    <section aria-label={t('proof.own')}>
      <Heading size={14} above={6} below={2}>
        {t('proof.own')}
      </Heading>
      <Verification
        outcome={outcome}
        says={t(`proof.${says}`)}
        download={{ label: t('proof.download'), onSave: () => downloadProof(proof) }}
        outside={t('proof.outside')}
        command={`tessera verify-balance ${fileName(proof)}`}
      >
        <KeyValue
          items={proof.balances.map(({ currency, amount }) => ({
            label: currency,
            value: formatAmount(amount, FINEST, locale, { zeros: 'trimmed' }),
          }))}
        />
        <Text>{t('proof.moment', { time: formatMoment(proof.publication.at, locale) })}</Text>
      </Verification>
    </section>
  );
}

function Published({ publication }: { readonly publication: FundsProof['list'][number] }) {
  const t = useTexts('assets');
  const locale = useLocale();
  return (
    <section aria-label={t('proof.published')}>
      <Heading size={14} above={6} below={2}>
        {t('proof.published')}
      </Heading>
      <Text>{formatMoment(publication.at, locale)}</Text>
      <KeyValue
        items={publication.roots.map(({ currency, total }) => ({
          label: currency,
          value: formatAmount(total, FINEST, locale, { zeros: 'trimmed' }),
        }))}
      />
      <Codes
        items={[
          ...publication.roots.map(({ currency, leaves, root }) => ({
            label: t('proof.root', { currency, users: leaves.toLocaleString(locale) }),
            codes: [root],
          })),
          { label: t('proof.digest'), codes: [publication.digest] },
          {
            label: t('proof.previous'),
            codes: [/^0+$/.test(publication.previous) ? t('proof.first') : publication.previous],
          },
          { label: t('proof.key'), codes: [publication.key] },
        ]}
      />
    </section>
  );
}

function Reserves({ reserves }: { readonly reserves: FundsProof['reserves'] }) {
  const t = useTexts('assets');
  if (reserves.length === 0) return null;
  return (
    <section aria-label={t('proof.reserves')}>
      <Heading size={14} above={6} below={2}>
        {t('proof.reserves')}
      </Heading>
      <Text>{t('proof.reservesHelp')}</Text>
      <Codes
        items={reserves.map(({ currency, network, address, message, signature }) => ({
          label: `${currency} · ${network} · ${t(signature === null ? 'proof.unsigned' : 'proof.signed')}`,
          codes: [address, message, signature],
        }))}
      />
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
      <Text>{t('proof.help')}</Text>
      {session && <OwnBalance />}
      <Loaded query={query} />
      {data && !last && <EmptyState illustration="orders" title={t('proof.emptyTitle')} text={t('proof.empty')} />}
      {last && <Published publication={last} />}
      {data && <Reserves reserves={data.reserves} />}
    </Page>
  );
}
