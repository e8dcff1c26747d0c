import { type Option, useOptions } from '@tessera/api/options';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, EmptyState, LogInFirst } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useState } from 'react';
import { OptionRow } from './OptionRow.tsx';

const ResultSheet = lazyPart(() => import(/* webpackChunkName: "option-result" */ './ResultSheet.tsx'));

type OptionListProps = {
  readonly status: 'open' | 'settled';
  /** Of all instruments unless one is named. */
  readonly symbol?: string | undefined;
  /** An empty list leads to the screen that opens options: not where it is a part of that screen. */
  readonly leads?: boolean;
};

/** The user's options, newest first, with their details a tap away. */
export function OptionList({ status, symbol, leads = false }: OptionListProps) {
  const t = useTexts('trading/options');
  const signedIn = useSession() !== null;
  const query = useOptions({ status, symbol });
  const [shown, setShown] = useState<Option | null>(null);
  const [open, setOpen] = useState(false);
  if (!signedIn) {
    return <LogInFirst compact />;
  }
  return (
    <>
      <PagedList
        label={t(status === 'open' ? 'option.inPosition' : 'option.history')}
        query={query}
        row={(option) => (
          <OptionRow
            option={option}
            onOpen={(chosen) => {
              setShown(chosen);
              setOpen(true);
            }}
          />
        )}
        empty={
          <EmptyState
            compact
            illustration="orders"
            title={t(status === 'open' ? 'option.none' : 'option.nonePast')}
            text={t(status === 'open' ? 'option.noneHelp' : 'option.nonePastHelp')}
            action={leads && <Button to={screenUrl('/pages/transaction/index3')}>{t('option.trade')}</Button>}
          />
        }
      />
      {shown && <ResultSheet props={{ id: shown.id, open, onClose: () => setOpen(false) }} />}
    </>
  );
}
