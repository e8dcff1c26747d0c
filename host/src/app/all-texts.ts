import { addTexts } from '@tessera/i18n';
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

/** In one file: a chunk for each language would cost the first bundle a hash each, more than these few lines. */
const APP_TEXTS = { alb, de, en, fra, hk, jp, kor, spa, th, zh };

/** Adds them; parts of the app that are loaded alone need no other one before. */
export const addAppTexts = () => addTexts('app', async (code) => ({ default: APP_TEXTS[code] }));
