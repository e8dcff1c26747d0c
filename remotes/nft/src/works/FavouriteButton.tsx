import { type Artwork, useFavour } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useHere, useOpenScreen } from '@tessera/router';
import { useSession } from '@tessera/session';
import { IconButton } from '@tessera/ui';
import { Heart } from 'lucide-react';
import { useState } from 'react';
import styles from './Works.module.css';

type Props = { readonly work: Pick<Artwork, 'code' | 'name' | 'collected'>; readonly className?: string | undefined };

/** Marks a work; a guest is led to log in and back. The heart turns at once, and back if the exchange rejects it. */
export function FavouriteButton({ work, className }: Props) {
  const t = useTexts('nft');
  const open = useOpenScreen();
  const here = useHere();
  const signedIn = useSession() !== null;
  const [wanted, want] = useState<{ readonly from: boolean; readonly to: boolean } | null>(null);
  const { run } = useFavour({
    subject: work.code,
    onRejected: () => want(null),
    onUnresolved: () => want(null),
  });
  // Until the list was read again, which then says the same.
  const on = wanted !== null && wanted.from === work.collected ? wanted.to : work.collected;
  return (
    <IconButton
      className={className}
      label={t(on ? 'favourite.remove' : 'favourite.add', { name: work.name })}
      aria-pressed={on}
      icon={<Heart className={on ? styles.marked : undefined} />}
      onClick={() => {
        if (!signedIn) return open(screenUrl('/pages/common/login', { from: here }));
        want({ from: work.collected, to: !on });
        run({ code: work.code, collected: !on });
      }}
    />
  );
}
