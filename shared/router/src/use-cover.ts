import { use, useEffect, useEffectEvent } from 'react';
import { NavigationContext } from './navigation.ts';

/** While `open`, back closes the overlay (a sheet, a dialog) before it leaves the screen. */
export function useCover(open: boolean, onClose: () => void): void {
  const navigation = use(NavigationContext);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (open && navigation) return navigation.cover(() => close());
  }, [open, navigation]);
}
