import { useTexts } from '@tessera/i18n';
import { useCover } from '@tessera/router';
import { IconButton } from '@tessera/ui';
import { X, ZoomIn, ZoomOut } from 'lucide-react';
import { type MouseEvent, type TouchEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './Zoom.module.css';

export type ZoomProps = {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly onClose: () => void;
};

const MOST = 4;
const clamp = (scale: number): number => Math.min(MOST, Math.max(1, scale));

/** A picture on the whole screen: tapped or pinched it grows to four times; the browser's own scrolling moves it. */
export default function Zoom({ src, alt, width, height, onClose }: ZoomProps) {
  const t = useTexts('nft');
  const dialog = useRef<HTMLDialogElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  /** The place of the picture, in parts of its size, that stays under the finger at this place of the screen. */
  const anchor = useRef({ partX: 0.5, partY: 0.5, x: 0, y: 0 });
  const pinch = useRef<{ readonly from: number; readonly scale: number } | null>(null);
  useCover(true, onClose);

  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);

  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const { partX, partY, x, y } = anchor.current;
    element.scrollLeft = partX * element.scrollWidth - x;
    element.scrollTop = partY * element.scrollHeight - y;
  });

  const zoomAt = (next: number, clientX?: number, clientY?: number) => {
    const element = area.current;
    if (!element) return;
    const box = element.getBoundingClientRect();
    const x = (clientX ?? box.left + box.width / 2) - box.left;
    const y = (clientY ?? box.top + box.height / 2) - box.top;
    anchor.current = {
      partX: (element.scrollLeft + x) / element.scrollWidth,
      partY: (element.scrollTop + y) / element.scrollHeight,
      x,
      y,
    };
    setScale(clamp(next));
  };
  const tap = (event: MouseEvent) => zoomAt(scale > 1 ? 1 : 2, event.clientX, event.clientY);
  const move = (event: TouchEvent) => {
    const [a, b, third] = Array.from({ length: event.touches.length }, (_, index) => event.touches.item(index));
    if (!a || !b || third) return;
    const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    pinch.current ??= { from: distance, scale };
    zoomAt(
      (pinch.current.scale * distance) / pinch.current.from,
      (a.clientX + b.clientX) / 2,
      (a.clientY + b.clientY) / 2,
    );
  };
  const end = () => {
    pinch.current = null;
  };
  return (
    <dialog ref={dialog} className={styles.zoom} aria-label={alt} onCancel={onClose}>
      <div ref={area} className={styles.area} onTouchMove={move} onTouchEnd={end} onTouchCancel={end}>
        <button
          type="button"
          className={styles.tap}
          style={{ inlineSize: `${scale * 100}%`, blockSize: `${scale * 100}%` }}
          aria-label={t(scale > 1 ? 'media.fit' : 'media.zoomIn')}
          onClick={tap}
        >
          <img className={styles.picture} src={src} alt={alt} width={width} height={height} />
        </button>
      </div>
      <div className={styles.bar}>
        <IconButton
          label={t('media.zoomOut')}
          icon={<ZoomOut />}
          disabled={scale <= 1}
          onClick={() => zoomAt(scale / 1.5)}
        />
        <IconButton
          label={t('media.zoomIn')}
          icon={<ZoomIn />}
          disabled={scale >= MOST}
          onClick={() => zoomAt(scale * 1.5)}
        />
        <IconButton label={t('media.close')} icon={<X />} onClick={onClose} />
      </div>
    </dialog>
  );
}
