import { usePrivatePicture } from '@tessera/api/uploads';
import { useTexts } from '@tessera/i18n';
import { Sheet, Skeleton } from '@tessera/ui';
import { Image } from '@tessera/ui/icons';
import { useState } from 'react';
import styles from './Conversation.module.css';

export type PictureProps = {
  /** `/api/uploads/…` */
  readonly location: string;
  /** Readable with a session only: an `img` sends none. */
  readonly isPrivate: boolean;
};

/** A picture in a message; opens larger. */
export function Picture({ location, isPrivate }: PictureProps) {
  const t = useTexts('community/conversation');
  const own = usePrivatePicture(location, isPrivate);
  const [open, setOpen] = useState(false);
  const address = isPrivate ? own.address : location;
  if (isPrivate && own.failed) {
    return (
      <p className={styles.lost}>
        <Image />
        {t('picture.failed')}
      </p>
    );
  }
  if (!address) return <Skeleton width="12rem" height="9rem" />;
  return (
    <>
      <button type="button" className={styles.pictureButton} onClick={() => setOpen(true)}>
        <img className={styles.picture} src={address} alt={t('picture.alt')} width="192" height="144" loading="lazy" />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('picture.alt')}>
        {open && <img className={styles.large} src={address} alt={t('picture.alt')} />}
      </Sheet>
    </>
  );
}
