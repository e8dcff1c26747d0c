import type { Media } from '@tessera/api/nft';
import { useState } from 'react';
import styles from './Media.module.css';

export type Eagerness = boolean | 'soon';

type Props = {
  readonly media: Pick<Media, 'width' | 'height' | 'placeholder' | 'pictures'>;
  readonly alt: string;
  /** How wide it is shown, as the `sizes` of an image: the browser then fetches no more than the screen needs. */
  readonly sizes: string;
  /** On the screen at once: shown without a fade, and fetched before everything else; `soon`: after that. */
  readonly eager?: Eagerness | undefined;
  /** Fills a square; its own shape unless given. */
  readonly square?: boolean | undefined;
};

type Format = 'avif' | 'webp';

const sourcesOf = (media: Props['media'], format: Format): string =>
  media.pictures
    .flatMap((picture) => {
      const path = picture[format];
      return path === null ? [] : [`${path} ${picture.width}w`];
    })
    .join(', ');

/** A picture in the size of the screen over its placeholder; its space is taken before it is there. */
export function Picture({ media, alt, sizes, eager = false, square = false }: Props) {
  const [shown, show] = useState(eager !== false);
  const avif = sourcesOf(media, 'avif');
  const { width, height, placeholder, pictures } = media;
  return (
    <span
      className={styles.frame}
      style={{
        aspectRatio: square ? '1' : `${width} / ${height}`,
        ...(placeholder !== null && { backgroundImage: `url("${placeholder}")` }),
      }}
    >
      <picture>
        {avif !== '' && <source type="image/avif" srcSet={avif} sizes={sizes} />}
        <img
          ref={(image) => {
            if (image?.complete) show(true);
          }}
          className={styles.image}
          data-waiting={!shown || undefined}
          src={pictures.at(-1)?.webp}
          srcSet={sourcesOf(media, 'webp')}
          sizes={sizes}
          alt={alt}
          width={width}
          height={height}
          decoding="async"
          loading={eager !== false ? 'eager' : 'lazy'}
          fetchPriority={eager === 'soon' ? 'auto' : eager ? 'high' : 'low'}
          onLoad={() => show(true)}
        />
      </picture>
    </span>
  );
}
