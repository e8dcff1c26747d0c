import { ApiError } from '@tessera/api';
import { useBarred } from '@tessera/api/identity';
import type { Instrument } from '@tessera/api/instruments';
import { useOption, useOptions, useOptionTerms, usePayableCurrencies } from '@tessera/api/options';
import { useTexts } from '@tessera/i18n';
import { ScreenLink } from '@tessera/router';
import { useSession } from '@tessera/session';
import { EmptyState, IconButton, Loaded, Page, SkeletonRows, Tabs } from '@tessera/ui';
import { CircleQuestionMark } from '@tessera/ui/icons';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useState } from 'react';
import { useInstrument } from '../../market/instrument/instruments.ts';
import { MarketNotice } from '../../market/instrument/MarketNotice.tsx';
import { SourceLink } from '../../market/instrument/SourceLink.tsx';
import { Sections } from '../../market/sections/Sections.tsx';
import { optionOrdersPath, useChosenOption } from '../../options/chosen-option.ts';
import { IndexPanel } from '../../options/IndexPanel.tsx';
import { OptionForm, type Terms } from '../../options/OptionForm.tsx';
import { OptionHeading } from '../../options/OptionHeading.tsx';
import { OptionList } from '../../options/OptionLists.tsx';
import styles from '../../options/Options.module.css';
import { UnresolvedOption } from '../../options/UnresolvedOption.tsx';

const Rules = lazyPart(() => import(/* webpackChunkName: "option-rules" */ '../../options/Rules.tsx'));
const ResultSheet = lazyPart(() => import(/* webpackChunkName: "option-result" */ '../../options/ResultSheet.tsx'));

/** The result of the option that was opened last here, shown once it is over. */
function Outcome({ id }: { readonly id: string }) {
  const { data } = useOption({ id });
  const [seen, setSeen] = useState(false);
  if (!data || data.status === 'open') return null;
  return <ResultSheet props={{ id, open: !seen, onClose: () => setSeen(true) }} />;
}

/** Former versions of the backend send no pauses. */
const pausedOf = ({ paused = [] }: Partial<Terms>, symbol: string) =>
  new Map(paused.flatMap((each) => (each.symbol === symbol ? [[each.seconds, each.reason] as const] : [])));

type Below = 'open' | 'settled';

type DeskProps = {
  readonly instrument: Instrument;
  readonly matchId: number;
  readonly terms: Terms;
  readonly simulated: boolean;
  readonly onMoved: () => void;
};

function Desk({ instrument, matchId, terms, simulated, onMoved }: DeskProps) {
  const t = useTexts('trading/options');
  const signedIn = useSession() !== null;
  const payable = usePayableCurrencies();
  const open = useOptions({ status: 'open', symbol: instrument.symbol });
  const [tab, setTab] = useState<Below>('open');
  const [opened, setOpened] = useState<string | null>(null);
  const barred = payable.error instanceof ApiError && payable.error.code === 'area_unsupported';
  const restricted = useBarred(instrument.countries);
  return (
    <div className={styles.desk}>
      <IndexPanel instrument={instrument} open={open.rows ?? []} />
      <MarketNotice instrument={instrument} />
      <UnresolvedOption symbol={instrument.symbol} payable={payable.data?.list} />
      {barred || restricted ? (
        <p className={styles.area} role="status">
          <strong>
            {barred ? t('option.area') : `${instrument.symbol}: ${t('pair.restricted', { ns: 'trading' })}`}
          </strong>
          {t('option.areaHelp')}
        </p>
      ) : (
        <OptionForm
          instrument={instrument}
          matchId={matchId}
          terms={terms.list}
          paused={pausedOf(terms, instrument.symbol)}
          payable={payable.data?.list}
          onOpened={({ id }) => {
            setOpened(id);
            setTab('open');
          }}
          onMoved={onMoved}
        />
      )}
      <SourceLink instrument={instrument} simulated={simulated} />
      <div className={styles.below}>
        <Tabs<Below>
          label={t('routes.transaction.seconds_order', { ns: 'trading' })}
          value={tab}
          onChange={setTab}
          items={[
            { id: 'open', label: t('option.inPosition') },
            { id: 'settled', label: t('option.history') },
          ]}
        >
          <div className={styles.panel}>
            <OptionList key={tab} status={tab} symbol={instrument.symbol} />
            {signedIn && (
              <ScreenLink className={styles.all} to={optionOrdersPath()}>
                {t('option.all')}
              </ScreenLink>
            )}
          </div>
        </Tabs>
      </div>
      {opened !== null && <Outcome key={opened} id={opened} />}
    </div>
  );
}

/** Options on the index of an instrument: higher or lower, at a time. */
export default function OptionsPage() {
  const t = useTexts('trading/options');
  const { symbol, choose } = useChosenOption();
  const terms = useOptionTerms();
  const { instrument, simulated, query } = useInstrument(symbol);
  const [rules, setRules] = useState({ opened: false, open: false });
  const match = terms.data?.matches.find((each) => each.symbol === symbol);
  return (
    <Page
      title={t('routes.transaction.index3', { ns: 'trading' })}
      flush
      heading={
        <OptionHeading
          symbol={symbol}
          instrument={instrument}
          symbols={terms.data?.matches.map((each) => each.symbol)}
          onChoose={choose}
        />
      }
      actions={
        <IconButton
          label={t('option.how')}
          icon={<CircleQuestionMark />}
          onClick={() => setRules({ opened: true, open: true })}
        />
      }
      header={<Sections current="options" />}
    >
      <Loaded<unknown> query={terms.data ? query : terms} waiting={<SkeletonRows count={8} />} />
      {terms.data && query.data && !(match && instrument) && (
        <EmptyState illustration="search" title={t('option.missing')} text={t('option.missingHelp')} />
      )}
      {match && instrument && terms.data && (
        <Desk
          key={instrument.symbol}
          instrument={instrument}
          matchId={match.match_id}
          terms={terms.data}
          simulated={simulated}
          onMoved={() => void terms.refetch()}
        />
      )}
      {rules.opened && <Rules props={{ open: rules.open, onClose: () => setRules({ opened: true, open: false }) }} />}
    </Page>
  );
}
