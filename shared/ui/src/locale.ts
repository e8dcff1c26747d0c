import { useLanguage } from '@tessera/session';

/** BCP 47 tag in which figures and times are written. */
export const useLocale = (): string => useLanguage().locale;
