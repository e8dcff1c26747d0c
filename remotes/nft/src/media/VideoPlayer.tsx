import { useTexts } from '@tessera/i18n';
import { Button } from '@tessera/ui';
import { useState } from 'react';
import styles from './Media.module.css';

type Props = {
  readonly src: string;
  readonly poster: string | null;
  readonly name: string;
  readonly width: number;
  readonly height: number;
};

/** A film with the browser's own controls, silent until its sound is turned on. Fetched when it is played. */
export function VideoPlayer({ src, poster, name, width, height }: Props) {
  const t = useTexts('nft');
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <div className={styles.fault} role="alert">
        <p>{t('media.videoError')}</p>
        <Button size="s" variant="secondary" onClick={() => setFailed(false)}>
          {t('media.again')}
        </Button>
      </div>
    );
  }
  return (
    <video
      className={styles.video}
      src={src}
      {...(poster !== null && { poster })}
      aria-label={name}
      width={width}
      height={height}
      controls
      muted
      loop
      playsInline
      preload="none"
      onError={() => setFailed(true)}
    />
  );
}
