import { ApiError } from '@tessera/api';
import { useBarredIn, useUserInfo } from '@tessera/api/identity';
import {
  type Round,
  type RoundKind,
  roundKinds,
  usePlaceBet,
  useQuizPermission,
  useQuizTerms,
  useRounds,
} from '@tessera/api/quiz';
import { useTexts } from '@tessera/i18n';
import { serverNow, useQuote } from '@tessera/realtime';
import { screenUrl, useHere, useOpenScreen } from '@tessera/router';
import { useSession } from '@tessera/session';
import {
  ChipGroup,
  EmptyState,
  Heading,
  IconButton,
  Loaded,
  Note,
  Page,
  Sheet,
  Stack,
  Tabs,
  Text,
  useLocale,
} from '@tessera/ui';
import { Requirements } from '@tessera/ui/content';
import { Unresolved } from '@tessera/ui/forms';
import { CircleQuestionMark } from '@tessera/ui/icons';
import { countryName } from '@tessera/ui/places';
import { useResult } from '@tessera/ui/result';
import { useCallback, useState } from 'react';
import { BetList } from '../../quiz/BetList.tsx';
import BetSheet from '../../quiz/BetSheet.tsx';
import { BetDetailSheet, RoundSheet } from '../../quiz/DetailSheets.tsx';
import styles from '../../quiz/Quiz.module.css';
import { RoundCard } from '../../quiz/RoundCard.tsx';
import { useLivePools } from '../../quiz/use-live-pools.ts';
import { useQuizTexts } from '../../quiz/use-quiz-texts.ts';

/** Rounds of a list that are shown: the next one, those that run, and the last ones. */
const SHOWN = 12;
/** ms between two reads of a list; its pools come live in between. */
const READ_EVERY = 10_000;

function LivePrice({ symbol }: { readonly symbol: string }) {
  const t = useTexts('community/quiz');
  const texts = useQuizTexts();
  const quote = useQuote(symbol);
  return (
    <p className={styles.live}>
      <Text as="span">
        {symbol} · {t('now')}
      </Text>
      <strong>{quote?.index === undefined ? '–' : texts.price(quote.index, null)}</strong>
    </p>
  );
}

type RoundsProps = {
  readonly kind: RoundKind;
  readonly symbol?: string | undefined;
  /** Undefined where the user may not bet. */
  readonly onChoose: ((round: Round, outcome: number) => void) | undefined;
  readonly onDetails: (round: Round) => void;
};

/** Where a round comes in the list: those that take guesses first, then those that run, then the next, then the past. */
function orderOf({ opens_at, closes_at, state }: Round, now: number): number {
  if (state === 'over' || state === 'void') return 3;
  if (now < opens_at) return 2;
  return now < closes_at ? 0 : 1;
}

function Rounds({ kind, symbol, onChoose, onDetails }: RoundsProps) {
  const t = useTexts('community/quiz');
  const query = useRounds(
    { kind, ...(symbol !== undefined && { symbol }), page: 1, limit: SHOWN },
    { refetchInterval: READ_EVERY },
  );
  const { data, refetch } = query;
  const again = useCallback(() => void refetch(), [refetch]);
  const live = useLivePools(kind);
  const barredIn = useBarredIn(data?.list);
  const { data: user } = useUserInfo({}, { enabled: data?.list.some(({ countries }) => barredIn(countries)) ?? false });
  const locale = useLocale();
  if (!data) return <Loaded query={query} />;
  if (data.list.length === 0) {
    return <EmptyState illustration="chart" title={t('empty.rounds')} text={t('empty.roundsText')} />;
  }
  const now = serverNow();
  const sorted = data.list.map(live).toSorted((a, b) => orderOf(a, now) - orderOf(b, now) || b.opens_at - a.opens_at);
  const past = sorted.findIndex((round) => orderOf(round, now) === 3);
  return (
    <>
      {sorted.some(({ countries }) => barredIn(countries)) && (
        <Requirements of={[{ asks: 'country', country: countryName(user?.country ?? '', locale), met: false }]} />
      )}
      {sorted.map((round, place) => (
        <Stack gap={3} key={round.id}>
          {place === past && past > 0 && <Heading size={14}>{t('past')}</Heading>}
          <RoundCard
            round={round}
            onChoose={barredIn(round.countries) ? undefined : onChoose}
            onDetails={onDetails}
            onTurn={again}
          />
        </Stack>
      ))}
    </>
  );
}

function RealtimeRounds(props: Omit<RoundsProps, 'kind' | 'symbol'>) {
  const t = useTexts('community/quiz');
  const query = useQuizTerms();
  const { data } = query;
  const [chosen, setChosen] = useState<string | null>(null);
  const symbols = (data?.list ?? []).filter(({ kind }) => kind === 'realtime').map(({ symbol }) => symbol);
  const symbol = chosen ?? symbols[0];
  if (!data) return <Loaded query={query} />;
  if (symbol === undefined) {
    return <EmptyState illustration="chart" title={t('empty.rounds')} text={t('empty.roundsText')} />;
  }
  return (
    <>
      <ChipGroup
        label={t('tab.realtime')}
        value={symbol}
        onChange={setChosen}
        options={symbols.map((each) => ({ value: each, label: each }))}
      />
      <LivePrice symbol={symbol} />
      <Rounds key={symbol} kind="realtime" symbol={symbol} {...props} />
    </>
  );
}

/** A bet whose response did not arrive. */
function UnresolvedBet() {
  const t = useTexts('community/quiz');
  const texts = useQuizTexts();
  const { unresolved, busy, repeat } = usePlaceBet({});
  if (!unresolved) return null;
  return (
    <Unresolved busy={busy} onRepeat={repeat}>
      {t('whole', {
        amount: texts.amount(unresolved.number, { scale: 8, currency: '' }),
        outcome: String(unresolved.outcome),
      })}
    </Unresolved>
  );
}

type Tab = RoundKind | 'mine';
type Shown =
  | { readonly sheet: 'bet'; readonly round: Round; readonly outcome: number }
  | { readonly sheet: 'round' | 'mine'; readonly id: string }
  | { readonly sheet: 'rules' };

const RULES = ['pool', 'cutOff', 'ranges', 'decided', 'question'] as const;

/** Quiz: a price in five minutes, the day's close, questions with a public source, and the user's bets. */
export default function QuizPage() {
  const t = useTexts('community/quiz');
  const open = useOpenScreen();
  const here = useHere();
  const session = useSession();
  const permission = useQuizPermission();
  const barred = permission.error instanceof ApiError && permission.error.code === 'area_unsupported';
  const [tab, setTab] = useState<Tab>('realtime');
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const result = useResult();
  const placed: typeof result.show = (bet) => {
    close();
    result.show(bet);
  };
  const rounds = {
    onChoose: barred
      ? undefined
      : (round: Round, outcome: number) =>
          session ? setShown({ sheet: 'bet', round, outcome }) : open(screenUrl('/pages/common/login', { from: here })),
    onDetails: ({ id }: Round) => setShown({ sheet: 'round', id }),
  };
  return (
    <Page
      title={t('title')}
      back
      flush
      actions={
        <IconButton
          label={t('rules.title')}
          icon={<CircleQuestionMark />}
          onClick={() => setShown({ sheet: 'rules' })}
        />
      }
    >
      <div className={styles.tabs}>
        <Tabs<Tab>
          label={t('title')}
          value={tab}
          onChange={setTab}
          fill
          items={[...roundKinds, 'mine' as const].map((id) => ({ id, label: t(`tab.${id}`) }))}
        >
          <Stack gap={3} below={6} above={3}>
            <UnresolvedBet />
            {barred && (
              <Note role="status">
                <strong>{t('area')}</strong> {t('areaHelp')}
              </Note>
            )}
            {tab === 'realtime' && <RealtimeRounds {...rounds} />}
            {(tab === 'daily' || tab === 'question') && <Rounds key={tab} kind={tab} {...rounds} />}
            {tab === 'mine' && <BetList onOpen={(id) => setShown({ sheet: 'mine', id })} />}
          </Stack>
        </Tabs>
      </div>
      {shown?.sheet === 'bet' && (
        <BetSheet open round={shown.round} outcome={shown.outcome} onClose={close} onPlaced={placed} />
      )}
      {shown?.sheet === 'round' && <RoundSheet open id={shown.id} onClose={close} />}
      {shown?.sheet === 'mine' && <BetDetailSheet open id={shown.id} onClose={close} />}
      {result.screen}
      <Sheet open={shown?.sheet === 'rules'} onClose={close} title={t('rules.title')}>
        <ul className={styles.rules}>
          {RULES.map((rule) => (
            <li key={rule}>{t(`rules.${rule}`)}</li>
          ))}
          <li>{t('risk')}</li>
        </ul>
      </Sheet>
    </Page>
  );
}
