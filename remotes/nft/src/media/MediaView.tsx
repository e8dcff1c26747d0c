import type { Artwork } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { IconButton, Skeleton } from '@tessera/ui';
import { lazyPart } from '@tessera/ui/lazy-part';
import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { AudioPlayer } from './AudioPlayer.tsx';
import styles from './Media.module.css';
import { Picture } from './Picture.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';
import type { ZoomProps } from './Zoom.tsx';

const Zoom = lazyPart<ZoomProps>(() => import('./Zoom.tsx'));

const WIDE = '(min-width: 480px) 480px, 100vw';
const FULL_SCALE = 100;

/** A work in its kind: picture with zoom, moving picture, sound with waveform, film. */
export function MediaView({ work }: { readonly work: Pick<Artwork, 'name' | 'type' | 'media'> }) {
  const t = useTexts('nft');
  const [zoomed, setZoomed] = useState(false);
  const { name, media } = work;
  const { source, width, height, pictures, duration, waveform } = media;
  const largest = pictures.at(-1)?.webp ?? '';
  if (work.type === 'video' && source) {
    return <VideoPlayer src={source.path} poster={largest} name={name} width={width} height={height} />;
  }
  const moving = work.type === 'gif' ? source : null;
  return (
    <div className={styles.stage}>
      {moving ? (
        // The picture that moves takes the place of its first frame, which is there at once.
        <span className={styles.moving}>
          <Picture media={media} alt={name} sizes={WIDE} eager />
          <img className={styles.over} src={moving.path} alt="" width={width} height={height} />
        </span>
      ) : (
        <Picture media={media} alt={name} sizes={WIDE} eager />
      )}
      <IconButton
        className={styles.enlarge}
        label={t('media.enlarge')}
        icon={<Maximize2 />}
        onPointerEnter={Zoom.preload}
        onClick={() => setZoomed(true)}
      />
      {work.type === 'audio' && source && (
        <div className={styles.sound}>
          <AudioPlayer
            src={source.path}
            name={name}
            peaks={(waveform ?? []).map((peak) => peak / FULL_SCALE)}
            duration={(duration ?? 0) / 1000}
          />
        </div>
      )}
      {zoomed && (
        <Zoom
          props={{ src: moving?.path ?? largest, alt: name, width, height, onClose: () => setZoomed(false) }}
          waiting={<Skeleton />}
        />
      )}
    </div>
  );
}
