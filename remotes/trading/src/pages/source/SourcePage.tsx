import { useTexts } from '@tessera/i18n';
import { formatAge } from '@tessera/money';
import { useQuoteAge } from '@tessera/realtime';
import { Card, Heading, Loaded, Page, Skeleton, SkeletonRows, Text, useLocale } from '@tessera/ui';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useChosenPair } from '../../market/instrument/chosen-pair.ts';
import { useInstrument } from '../../market/instrument/instruments.ts';
import { useLive } from '../../market/instrument/quote.ts';
import { venuesOf } from '../../market/instrument/venues.ts';
import styles from './SourcePage.module.css';

const Verification = lazyPart(() => import(/* webpackChunkName: "verification" */ './Verification.tsx'));

const RULES = ['random', 'recorded', 'finite', 'fills', 'house', 'halts'] as const;
const SECOND_MS = 1_000;

type Listed = NonNullable<ReturnType<typeof useInstrument>['instrument']>;

function Age({ instrument }: { readonly instrument: Listed }) {
  const t = useTexts('trading/source');
  const locale = useLocale();
  // Subscribes: the age is that of the live price.
  const { open } = useLive(instrument);
  const age = useQuoteAge(instrument.symbol);
  if (!open) return t('market.closed', { ns: 'trading' });
  return age === null ? null : t('source.age', { age: formatAge(age * SECOND_MS, locale) });
}

function Venues({ instrument }: { readonly instrument: Listed }) {
  const t = useTexts('trading/source');
  const venues = venuesOf(instrument, useLocale());
  return venues === null ? null : (
    <Text tone="normal" above={2}>
      {t('feed.from', { ns: 'trading', venues })}
    </Text>
  );
}

/** Where the prices of an instrument come from, how its market works, and whether its record is what was signed. */
export default function SourcePage() {
  const t = useTexts('trading/source');
  const { symbol } = useChosenPair();
  const { instrument, simulated, query } = useInstrument(symbol);
  return (
    <Page title={t('routes.source', { ns: 'trading' })} back>
      <Loaded
        query={query}
        waiting={
          <>
            <Skeleton height="4rem" />
            <SkeletonRows count={6} />
          </>
        }
      />
      {instrument && (
        <>
          <Card>
            <Heading size={16}>{t(simulated ? 'source.simulated' : 'source.live')}</Heading>
            <Text tone="normal" above={2}>
              {t(simulated ? 'source.simulatedHelp' : 'source.liveHelp')}
            </Text>
            {!simulated && <Venues instrument={instrument} />}
            <p className={styles.age}>
              {symbol} · <Age instrument={instrument} />
            </p>
          </Card>
          <Heading size={14} above={6} below={2}>
            {t('source.rules')}
          </Heading>
          <ol className={styles.rules}>
            {RULES.filter((rule) => simulated || rule !== 'random').map((rule) => (
              <li key={rule}>{t(`source.rule.${rule}`)}</li>
            ))}
          </ol>
          <Heading size={14} above={6} below={2}>
            {t('source.verify', { symbol })}
          </Heading>
          <Text tone="normal" above={2}>
            {t('source.verifyHelp')}
          </Text>
          <Verification props={{ symbol }} waiting={<SkeletonRows count={4} />} />
        </>
      )}
      {instrument === null && (
        <Text tone="normal" above={2}>
          {t('pair.missing', { ns: 'trading' })}
        </Text>
      )}
    </Page>
  );
}
