import { type Instrument, partsOf } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, EmptyState } from '@tessera/ui';
import { spotPath } from '../instrument/chosen-pair.ts';

/** Where an instrument is traded: the screen and the name of its section; null where orders are taken nowhere. */
function sectionOf({ symbol, trades }: Instrument) {
  if (trades.includes('spot')) return { title: 'sections.spot', to: spotPath(symbol) } as const;
  if (trades.includes('lever')) {
    const title = partsOf(symbol).perpetual ? 'sections.contracts' : 'sections.lever';
    return { title, to: screenUrl('/pages/transaction/index2', { symbol }) } as const;
  }
  return null;
}

/** In place of a screen that does not trade the instrument: the way to the one that does, where there is one. */
export function NotTraded({ instrument }: { readonly instrument: Instrument | null }) {
  const t = useTexts('trading');
  const section = instrument && sectionOf(instrument);
  if (!section) return <EmptyState illustration="search" title={t('pair.missing')} text={t('pair.missingHelp')} />;
  const { symbol } = instrument;
  return (
    <EmptyState
      illustration="search"
      title={t('pair.missing')}
      text={t('pair.elsewhere', { symbol, section: t(section.title) })}
      action={<Button to={section.to}>{t('pair.trade', { symbol })}</Button>}
    />
  );
}
