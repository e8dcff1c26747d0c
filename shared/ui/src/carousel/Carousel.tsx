import { useTexts } from '@tessera/i18n';
import { Children, type ReactNode, useRef, useState } from 'react';
import { scrollBehaviour } from '../motion.ts';
import styles from './Carousel.module.css';

export type CarouselProps = {
  readonly label: string;
  /** One per slide. */
  readonly children: ReactNode;
};

/** Slides by the browser's own scrolling; nothing moves by itself. */
export function Carousel({ label, children }: CarouselProps) {
  const t = useTexts('common');
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const slides = Children.toArray(children);

  const look = () => {
    const element = track.current;
    if (element) setCurrent(Math.round(Math.abs(element.scrollLeft) / Math.max(1, element.clientWidth)));
  };
  const show = (index: number) =>
    track.current?.children[index]?.scrollIntoView({ behavior: scrollBehaviour(), block: 'nearest', inline: 'start' });

  return (
    <section aria-label={label} aria-roledescription="carousel">
      <div ref={track} className={styles.track} onScroll={look}>
        {slides.map((slide, index) => (
          <fieldset
            key={(slide as { key?: string }).key ?? index}
            className={styles.slide}
            aria-label={t('ui.slideOf', { index: index + 1, count: slides.length })}
          >
            {slide}
          </fieldset>
        ))}
      </div>
      {slides.length > 1 && (
        <div className={styles.dots}>
          {slides.map((slide, index) => (
            <button
              key={(slide as { key?: string }).key ?? index}
              className={styles.dot}
              type="button"
              aria-label={t('ui.slideOf', { index: index + 1, count: slides.length })}
              aria-current={index === current || undefined}
              onClick={() => show(index)}
            />
          ))}
        </div>
      )}
    </section>
  );
}
