import { useEffect } from 'react';

/** Arrow keys move the focus through the links of the results, from the field into them and back. */
export function useArrowKeys(): void {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      const field = document.querySelector<HTMLElement>('input[type="search"]');
      const links = [...document.querySelectorAll<HTMLElement>('main a[href]')].filter((link) => link.closest('li'));
      const stops = field ? [field, ...links] : links;
      const at = stops.indexOf(document.activeElement as HTMLElement);
      const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
      if (at < 0 || !next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);
}
