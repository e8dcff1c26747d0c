import { chosenCountry, homeCountry } from '@tessera/ui/places';
import { useSyncExternalStore } from 'react';

/** Where forms of this device begin, ISO 3166-1 alpha-2. */
export const useCountry = (): string => useSyncExternalStore(chosenCountry.subscribe, homeCountry);
