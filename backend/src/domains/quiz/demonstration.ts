import { join } from 'node:path';
import type { ReadInput } from '@tessera/api/contract';
import type { Localised } from '@tessera/api/kit/localised';
import { LOCALES, languageCodes } from '@tessera/api/rules';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { pickText, textsByKey, textsIn } from '../../platform/texts.ts';
import { type AskParts, approve, ask } from './questions.ts';
import en from './texts/en.json' with { type: 'json' };

/* Questions of a demonstration: two about each next month. Their answers are proposed and confirmed by staff like any other. */

const EVERY = 3_600_000;
const DAY = 86_400_000;

const TEXTS = textsIn(join(import.meta.dirname, 'texts'), en);
const YES_NO = pickText(TEXTS, ({ yesNo }) => yesNo);

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
    ...textsByKey(pickText(TEXTS, ({ difficulty }) => difficulty)),
  },
  {
    source: 'Copernicus Climate Change Service',
    url: 'https://climate.copernicus.eu/climate-bulletins',
    ...textsByKey(pickText(TEXTS, ({ temperature }) => temperature)),
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
  whole: 'accounts and terms of the demonstration',
  run: () => askMonthly(parts, now()),
});
