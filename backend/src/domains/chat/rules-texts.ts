import type { Localised } from '@tessera/api/kit/localised';
import alb from './seed/alb.json' with { type: 'json' };
import de from './seed/de.json' with { type: 'json' };
import en from './seed/en.json' with { type: 'json' };
import fra from './seed/fra.json' with { type: 'json' };
import hk from './seed/hk.json' with { type: 'json' };
import jp from './seed/jp.json' with { type: 'json' };
import kor from './seed/kor.json' with { type: 'json' };
import spa from './seed/spa.json' with { type: 'json' };
import th from './seed/th.json' with { type: 'json' };
import zh from './seed/zh.json' with { type: 'json' };

/** Rules of a room for which staff wrote none. */
export const RULES: Localised = {
  alb: alb.rules,
  de: de.rules,
  en: en.rules,
  fra: fra.rules,
  hk: hk.rules,
  jp: jp.rules,
  kor: kor.rules,
  spa: spa.rules,
  th: th.rules,
  zh: zh.rules,
};
