import { DAY_MS } from '@tessera/api/quiz/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQuizStage, type QuizStage } from '../../../test/quiz-stage.ts';
import { createTestApp } from '../../../test/test-app.ts';

let stage: QuizStage;
beforeAll(async () => {
  stage = await createQuizStage(await createTestApp({ DEMO_USER: '1' }));
});
afterAll(() => stage.close());

const questions = async (language: 'en' | 'de' = 'en') =>
  (await stage.app.ok('GET /quiz/rounds', { kind: 'question' }, { language })).list;

it('has questions with a named public source from the start, each month once, and in every language', async () => {
  const list = await questions();
  expect(list).toHaveLength(2);
  for (const { opens_at, closes_at } of list) {
    expect(opens_at).toBeLessThanOrEqual(stage.app.now());
    expect(new Date(closes_at).getUTCDate()).toBe(1);
  }
  const titles = JSON.stringify(await questions('de'));
  expect(titles).toMatch(/Steigt die Mining-Schwierigkeit von Bitcoin im \w+ 20\d\d\?/);
  await Promise.all([stage.jobs.turn('quiz.demonstration'), stage.jobs.turn('quiz.demonstration')]);
  expect(await questions()).toHaveLength(2);
  stage.app.advance(31 * DAY_MS);
  await stage.jobs.turn('quiz.demonstration');
  expect(new Set((await questions()).map(({ id }) => id)).size).toBe(4);
});

it('has a round for the rest of a day amid which it was started', async () => {
  const at = Math.floor(stage.app.now() / DAY_MS + 1) * DAY_MS + 14 * 3_600_000;
  await stage.to(at);
  await stage.schedule();
  await stage.schedule();
  const { list } = await stage.app.ok('GET /quiz/rounds', { kind: 'daily' });
  expect(list).toMatchObject([{ state: 'open', decides_at: Math.floor(at / DAY_MS + 1) * DAY_MS }]);
  const [made] = list;
  await stage.to((made?.opens_at ?? 0) + 1_000);
  const bettor = await stage.bettor();
  await stage.bet(bettor, { id: made?.id ?? '' }, { outcome: 3 });
  if (made) await stage.play(made, 6_000_000, 6_000_100);
  const over = await stage.round(made?.id ?? '');
  // It is decided by recorded ticks like any other; its only bet comes back or is paid to itself.
  expect(over.state).toMatch(/^(over|void)$/);
  expect(over.ticks).toHaveLength(25);
});
