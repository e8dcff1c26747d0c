import { useLanguage } from '@tessera/session';
import alb from './i18n/alb.json';
import de from './i18n/de.json';
import en from './i18n/en.json';
import fra from './i18n/fra.json';
import hk from './i18n/hk.json';
import jp from './i18n/jp.json';
import kor from './i18n/kor.json';
import spa from './i18n/spa.json';
import th from './i18n/th.json';
import zh from './i18n/zh.json';

/** In one file: a chunk for each language would cost the first bundle a hash each. */
const TEXTS = { alb, de, en, fra, hk, jp, kor, spa, th, zh };

type Values = Readonly<Record<string, string | number>>;

/** Texts of the parts of Home that load later. */
export function useHomeTexts() {
  const { code } = useLanguage();
  return (key: keyof typeof en, values: Values = {}): string =>
    TEXTS[code][key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
