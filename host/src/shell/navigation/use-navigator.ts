import { bus } from '@tessera/bus';
import { asScreenUrl, useNavigate } from '@tessera/router';
import { useEffect, useRef, useState } from 'react';
import { createNavigator, type Navigate, type Navigator } from './navigator.ts';

/** The one navigator of the page. `tabPathOf`: the entry of the bottom bar, as it is now, that a path is the first screen of. */
export function useNavigator(tabPathOf: (path: string) => string | null): Navigator {
  const navigate = useNavigate() as Navigate;
  // The router's function changes with the location; the navigator outlives it.
  const latest = useRef({ navigate, tabPathOf });
  latest.current = { navigate, tabPathOf };
  const [navigator] = useState(() =>
    createNavigator(((...step: Parameters<Navigate>) => latest.current.navigate(...step)) as Navigate, (path) =>
      latest.current.tabPathOf(path),
    ),
  );
  useEffect(
    () =>
      bus.on('navigate', ({ to, replace }) => {
        const url = asScreenUrl(to);
        if (url) navigator.open(url, { replace });
        else console.warn(`${to} is no screen`);
      }),
    [navigator],
  );
  return navigator;
}
