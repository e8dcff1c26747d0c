import { useUserInfo } from '@tessera/api/identity';
import type { Instrument } from '@tessera/api/instruments';
import type { PositionSide } from '@tessera/api/leverage';
import { namesIn } from '@tessera/device';
import { useTexts } from '@tessera/i18n';
import { useSession } from '@tessera/session';
import { Button, LogInButton, Tabs, useLocale } from '@tessera/ui';
import { Requirements } from '@tessera/ui/content';
import { SegmentedControl } from '@tessera/ui/forms';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useAtom } from 'jotai';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { askFirst } from '../../ticket/ask-first.ts';
import order from '../../ticket/Ticket.module.css';
import type { Book } from '../account/use-book.ts';
import { tradeSide } from './derive.ts';
import type { LeverForm as Form, LeverAction, LeverKind } from './form.ts';
import { LeverFigures } from './LeverFigures.tsx';
import { LeverPrice } from './LeverPrice.tsx';
import { LeverSize } from './LeverSize.tsx';
import { LeverStops } from './LeverStops.tsx';
import { ProblemText } from './ProblemText.tsx';
import { placementOf } from './placement.ts';
import { fieldOf, isMissing } from './problems.ts';
import { SettingBar } from './SettingBar.tsx';
import { type DerivedOrder, useLeverOrder } from './use-lever-order.ts';
import { useOpenPosition } from './use-open-position.ts';
import { useSubmitLabel } from './use-submit-label.ts';

const PreviewSheet = lazyPart(() => import(/* webpackChunkName: "preview" */ './PreviewSheet.tsx'));

type LeverOrderFormProps = {
  readonly instrument: Instrument;
  readonly book: Book;
  readonly form: Form;
  readonly dispatch: Dispatch<LeverAction>;
};

type SubmitProps = {
  readonly form: Form;
  readonly derived: DerivedOrder;
  readonly busy: boolean;
  readonly onPress: () => void;
};

/** Its label names the action, or the reason why it is disabled. */
function Submit({ form, derived, busy, onPress }: SubmitProps) {
  const t = useTexts('trading/leverage');
  const signedIn = useSession() !== null;
  const label = useSubmitLabel(form, derived);
  const market = derived.problems.find((problem) => fieldOf(problem) === 'form');
  if (!signedIn) {
    return <LogInButton block>{t('form.login', { ns: 'trading' })}</LogInButton>;
  }
  return (
    <Button
      block
      variant={tradeSide(form.side)}
      busy={busy}
      disabled={market !== undefined || derived.error !== null}
      onClick={onPress}
    >
      {market ? <ProblemText problem={market} at={derived.at} /> : label}
    </Button>
  );
}

/** Says before the first entry that the instrument is not traded where the user lives. */
function NotThere() {
  const locale = useLocale();
  const { data: user } = useUserInfo();
  const country = user?.country ? namesIn(locale, 'region')(user.country) : null;
  return <Requirements of={[{ asks: 'country', country, met: false }]} />;
}

/** Enters one order for a position; before it is sent, a sheet shows what it can lead to. */
export function LeverOrderForm({ instrument, book, form, dispatch }: LeverOrderFormProps) {
  const t = useTexts('trading/leverage');
  const common = useTexts('common');
  const signedIn = useSession() !== null;
  const derived = useLeverOrder(form, instrument, book);
  const [asks, setAsks] = useAtom(askFirst);
  const [confirming, setConfirming] = useState(false);
  /** The order was asked for: from now on what is missing counts as wrong. */
  const [asked, setAsked] = useState(false);
  const price = useRef<HTMLInputElement>(null);
  const size = useRef<HTMLInputElement>(null);
  /** What was sent last: figures move on, the order that is under way does not. */
  const [sent, setSent] = useState<{ readonly form: Form; readonly derived: DerivedOrder } | null>(null);

  const close = () => setConfirming(false);
  const { run, busy } = useOpenPosition(instrument.symbol, {
    onPlaced: () => {
      close();
      setAsked(false);
      dispatch({ type: 'placed' });
    },
    onFailed: close,
  });

  const { last, problems } = derived;
  const send = () => {
    const placement = placementOf(form, derived);
    if (!placement) return;
    setSent({ form, derived });
    run(placement);
  };
  useEffect(() => {
    if (last !== null && !form.suggested) dispatch({ type: 'suggest', price: last });
  }, [last, form.suggested, dispatch]);
  useEffect(() => {
    if (signedIn && asks) PreviewSheet.preload();
  }, [signedIn, asks]);

  const submit = () => {
    setAsked(true);
    const first = problems[0];
    if (first) (fieldOf(first) === 'price' ? price : size).current?.focus();
    else if (asks) setConfirming(true);
    else send();
  };
  const shown = problems.filter((problem) => asked || !isMissing(problem));
  const entry = (action: LeverAction) => {
    setAsked(false);
    dispatch(action);
  };
  const parts = { form, derived, problems: shown, dispatch: entry };

  return (
    <section className={order.form} aria-label={t('form.label', { ns: 'trading' })}>
      {derived.at.state === 'restricted' && <NotThere />}
      <SettingBar derived={derived} />
      <SegmentedControl<PositionSide>
        label={t('form.side', { ns: 'trading' })}
        value={form.side}
        onChange={(side) => entry({ type: 'side', side })}
        options={[
          { value: 'long', label: t('lever.long'), tone: 'buy' },
          { value: 'short', label: t('lever.short'), tone: 'sell' },
        ]}
      />
      <div className={order.kinds}>
        <Tabs<LeverKind>
          label={t('form.kind', { ns: 'trading' })}
          variant="pill"
          fill
          value={form.kind}
          onChange={(kind) => entry({ type: 'kind', kind })}
          items={[
            { id: 'limit', label: t('form.limit', { ns: 'trading' }) },
            { id: 'market', label: t('form.market', { ns: 'trading' }) },
            { id: 'stop', label: t('lever.kind.stop', { ns: 'trading' }) },
          ]}
        />
      </div>
      <LeverPrice {...parts} inputRef={price} />
      <LeverSize {...parts} inputRef={size} />
      <LeverStops {...parts} />
      <LeverFigures derived={derived} unit={form.unit} />
      {derived.error && (
        <p className={order.error} role="alert">
          {t('lever.form.failed')}{' '}
          <button type="button" className={order.wayOut} onClick={derived.retry}>
            {common('retry')}
          </button>
        </p>
      )}
      <Submit form={form} derived={derived} busy={busy} onPress={submit} />
      {signedIn && !asks && (
        <button type="button" className={order.askAgain} onClick={() => setAsks(true)}>
          {t('confirm.askAgain', { ns: 'trading' })}
        </button>
      )}
      {confirming && (
        <PreviewSheet
          props={{
            open: true,
            onClose: close,
            ...(busy && sent ? sent : { form, derived }),
            busy,
            asks,
            onAsks: setAsks,
            onConfirm: send,
          }}
        />
      )}
    </section>
  );
}
