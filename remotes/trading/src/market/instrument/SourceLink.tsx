import type { Instrument } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { ScreenLink } from '@tessera/router';
import { useLocale } from '@tessera/ui';
import { sourcePath } from './chosen-pair.ts';
import styles from './MarketNotice.module.css';
import { venuesOf } from './venues.ts';

type SourceLinkProps = { readonly instrument: Instrument; readonly simulated: boolean };

/** Whose prices these are, and the way to how they are made. */
export function SourceLink({ instrument, simulated }: SourceLinkProps) {
  const t = useTexts('trading');
  const venues = venuesOf(instrument, useLocale());
  return (
    <p className={styles.source}>
      {simulated ? t('feed.simulated') : venues === null ? t('feed.live') : t('feed.from', { venues })}{' '}
      <ScreenLink className={styles.sourceLink} to={sourcePath(instrument.symbol)}>
        {t('feed.how')}
      </ScreenLink>
    </p>
  );
}
