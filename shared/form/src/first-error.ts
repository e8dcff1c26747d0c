import { useEffect, useRef, useState } from 'react';

function showFirstError(place: HTMLElement | null): void {
  const wrong = place?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]');
  wrong?.focus();
  if (wrong !== document.activeElement) wrong?.scrollIntoView?.({ block: 'center' });
}

/**
 * Returns what brings the first error of a form into view once it is in the page: in a long form it may be above the button
 * that was tapped. The input that is wrong has the focus then, what has none (pictures, a box to tick) is scrolled to. It
 * takes the form element; without one it looks in that of before.
 */
export function useFirstError(): (form?: HTMLElement) => void {
  const place = useRef<HTMLElement | null>(null);
  const [faults, setFaults] = useState(0);
  useEffect(() => {
    if (faults > 0) showFirstError(place.current);
  }, [faults]);
  return (form) => {
    if (form) place.current = form;
    setFaults((count) => count + 1);
  };
}
