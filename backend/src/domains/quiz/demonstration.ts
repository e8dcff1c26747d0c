import type { ReadInput } from '@tessera/api/contract';
import type { Localised } from '@tessera/api/kit/localised';
import { LOCALES, languageCodes } from '@tessera/api/rules';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { type AskParts, approve, ask } from './questions.ts';

/* Questions of a demonstration: two about each next month. Their answers are proposed and confirmed by staff like any other. */

const EVERY = 3_600_000;
const DAY = 86_400_000;

const YES_NO: Localised = {
  en: 'Yes|No',
  zh: '是|否',
  hk: '是|否',
  th: 'ใช่|ไม่ใช่',
  de: 'Ja|Nein',
  alb: 'Po|Jo',
  jp: 'はい|いいえ',
  kor: '예|아니요',
  fra: 'Oui|Non',
  spa: 'Sí|No',
};

type Question = {
  readonly source: string;
  readonly url: string;
  /** With the `{month}`. */
  readonly title: Localised;
  readonly description: Localised;
};

const QUESTIONS: readonly Question[] = [
  {
    source: 'mempool.space',
    url: 'https://mempool.space/graphs/mining/hashrate-difficulty',
    title: {
      en: 'Will Bitcoin’s mining difficulty rise in {month}?',
      zh: '比特币挖矿难度在{month}会上升吗？',
      hk: '比特幣挖礦難度於{month}會上升嗎？',
      th: 'ความยากในการขุดบิตคอยน์จะเพิ่มขึ้นใน{month}หรือไม่',
      de: 'Steigt die Mining-Schwierigkeit von Bitcoin im {month}?',
      alb: 'A do të rritet vështirësia e minimit të Bitcoin në {month}?',
      jp: 'ビットコインの採掘難易度は{month}に上昇しますか？',
      kor: '{month}에 비트코인 채굴 난이도가 오를까요?',
      fra: 'La difficulté de minage du Bitcoin augmentera-t-elle en {month} ?',
      spa: '¿Subirá la dificultad de minado de Bitcoin en {month}?',
    },
    description: {
      en: 'Yes if the difficulty of the last block of the month (UTC) is above that of its first block.',
      zh: '若当月（UTC）最后一个区块的难度高于首个区块的难度，则答案为“是”。',
      hk: '若當月（UTC）最後一個區塊的難度高於首個區塊的難度，則答案為「是」。',
      th: 'ใช่ หากความยากของบล็อกสุดท้ายของเดือน (UTC) สูงกว่าบล็อกแรก',
      de: 'Ja, wenn die Schwierigkeit des letzten Blocks des Monats (UTC) über der des ersten liegt.',
      alb: 'Po, nëse vështirësia e bllokut të fundit të muajit (UTC) është mbi atë të bllokut të parë.',
      jp: '当月（UTC）の最後のブロックの難易度が最初のブロックより高い場合は「はい」です。',
      kor: '해당 월(UTC) 마지막 블록의 난이도가 첫 블록보다 높으면 ‘예’입니다.',
      fra: 'Oui si la difficulté du dernier bloc du mois (UTC) dépasse celle du premier.',
      spa: 'Sí, si la dificultad del último bloque del mes (UTC) supera la del primero.',
    },
  },
  {
    source: 'Copernicus Climate Change Service',
    url: 'https://climate.copernicus.eu/climate-bulletins',
    title: {
      en: 'Will {month} be warmer worldwide than the same month a year before?',
      zh: '{month}的全球平均气温会高于上年同月吗？',
      hk: '{month}的全球平均氣溫會高於上年同月嗎？',
      th: 'อุณหภูมิเฉลี่ยทั่วโลกของ{month}จะสูงกว่าเดือนเดียวกันของปีก่อนหรือไม่',
      de: 'Wird der {month} weltweit wärmer als derselbe Monat im Vorjahr?',
      alb: 'A do të jetë {month} më i ngrohtë në botë se i njëjti muaj një vit më parë?',
      jp: '{month}の世界平均気温は前年同月を上回りますか？',
      kor: '{month}의 전 세계 평균 기온이 전년 같은 달보다 높을까요?',
      fra: 'Le mois de {month} sera-t-il plus chaud dans le monde que le même mois un an plus tôt ?',
      spa: '¿Será {month} más cálido en el mundo que el mismo mes del año anterior?',
    },
    description: {
      en: 'Decided by the global mean surface air temperature in the monthly bulletin.',
      zh: '以月度公报中的全球平均地表气温为准。',
      hk: '以月度公報中的全球平均地表氣溫為準。',
      th: 'ตัดสินจากอุณหภูมิอากาศผิวพื้นเฉลี่ยทั่วโลกในรายงานประจำเดือน',
      de: 'Maßgeblich ist die globale mittlere Lufttemperatur im Monatsbericht.',
      alb: 'Vendoset nga temperatura mesatare globale e ajrit në buletinin mujor.',
      jp: '月報に記載された世界の平均地上気温で判定します。',
      kor: '월간 보고서의 전 세계 평균 지표 기온으로 판정합니다.',
      fra: 'La température moyenne mondiale de l’air publiée dans le bulletin mensuel fait foi.',
      spa: 'Decide la temperatura media mundial del aire en superficie del boletín mensual.',
    },
  },
];

/** Begin of a month after that of a time, Unix ms. */
const monthAfter = (at: number, months: number): number =>
  Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + months);

const fields = <Name extends string>(name: Name, texts: Localised) =>
  Object.fromEntries(languageCodes.map((code) => [`${name}_${code}`, texts[code]]));

/** A question about the next month, which takes bets until that begins. */
function inputOf({ title, description, source, url }: Question, at: number): ReadInput<'POST /staff/quiz/ask'> {
  const month = monthAfter(at, 1);
  const named = Object.fromEntries(
    languageCodes.map((code) => {
      const text = new Intl.DateTimeFormat(LOCALES[code], {
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
        calendar: 'gregory',
      });
      return [code, title[code].replace('{month}', text.format(month))];
    }),
  ) as Localised;
  return {
    ...fields('title', named),
    ...fields('description', description),
    ...fields('labels', YES_NO),
    source_name: source,
    source_url: url,
    opens_at: at,
    // On the last day of a month nothing could be bet any more.
    closes_at: month,
    decides_at: monthAfter(at, 2) + 8 * DAY,
    currency: 'USDT',
    min_number: '1',
    max_number: '500',
    user_cap: '1000',
    pool_cap: '50000',
    rake: '0',
    reason: 'demonstration',
  } as ReadInput<'POST /staff/quiz/ask'>;
}

/** Asks the questions of the next month, each once. */
export async function askMonthly(parts: AskParts, at: number): Promise<void> {
  const { database } = parts;
  const stands = await database.query<{ id: string; account: string }>(
    `select id, account from staff_member where account in ('command-line', 'sandbox')`,
  );
  const idOf = (account: string): string => stands.find((each) => each.account === account)?.id ?? '';
  for (const question of QUESTIONS) {
    const input = inputOf(question, at);
    if (input.closes_at - at < DAY) continue;
    const find = () =>
      database.query<{ round_id: string; state: string }>(
        `select q.round_id, r.state from quiz_question q join quiz_round r on r.id = q.round_id
          where q.title ->> 'en' = $1 and q.source_url = $2`,
        [input.title_en, input.source_url],
      );
    if ((await find()).length === 0) await ask(parts, input, { staffId: idOf('command-line'), at });
    const [asked] = await find();
    // By another member than who asked, as everywhere.
    if (asked?.state === 'asked') {
      await approve(database, { id: asked.round_id, reason: input.reason }, { staffId: idOf('sandbox'), at });
    }
  }
}

export const demonstrationJob = (parts: AskParts, now: () => number): RecurringJob => ({
  name: 'quiz.demonstration',
  every: EVERY,
  exclusive: true,
  run: () => askMonthly(parts, now()),
});
