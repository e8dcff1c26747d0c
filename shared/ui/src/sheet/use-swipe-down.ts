import { type PointerEvent, type RefObject, useRef } from 'react';

/** Far enough, in px, or fast enough, in px per ms, to mean it. */
const FAR = 96;
const FAST = 0.6;

/** Drags an element down by its handle; released far or fast enough it closes, otherwise it returns. */
export function useSwipeDown(element: RefObject<HTMLElement | null>, onClose: () => void) {
  const start = useRef<{ readonly y: number; readonly at: number } | null>(null);

  const show = (distance: number | null) => {
    const style = element.current?.style;
    if (distance === null) {
      style?.removeProperty('translate');
      style?.removeProperty('transition');
    } else {
      style?.setProperty('translate', `0 ${Math.max(0, distance)}px`);
      style?.setProperty('transition', 'none');
    }
  };

  const end = (event: PointerEvent) => {
    if (!start.current) return;
    const distance = event.clientY - start.current.y;
    const speed = distance / Math.max(1, event.timeStamp - start.current.at);
    start.current = null;
    show(null);
    if (event.type === 'pointerup' && (distance > FAR || (speed > FAST && distance > FAR / 4))) onClose();
  };

  return {
    onPointerDown(event: PointerEvent) {
      if (event.target instanceof Element && event.target.closest('button')) return;
      start.current = { y: event.clientY, at: event.timeStamp };
      event.currentTarget.setPointerCapture?.(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (start.current) show(event.clientY - start.current.y);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
