import { use, useEffect, useEffectEvent } from 'react';
import { NavigationContext } from './navigation.ts';

/** While `open`, the way back closes what lies over the screen (a sheet, a dialog) before it leaves the screen. */
export function useCover(open: boolean, onClose: () => void): void {
  const navigation = use(NavigationContext);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (open && navigation) return navigation.cover(() => close());
  }, [open, navigation]);
}
