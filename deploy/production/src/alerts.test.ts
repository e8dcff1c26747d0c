import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from './repository.ts';

/** Path of promtool, if this machine has it. */
const { PROMTOOL_PATH } = process.env;
const RULES = join(ROOT, 'deploy/production/monitoring/alerts.yaml');
const folder = mkdtempSync(join(tmpdir(), 'tessera-alerts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const responses = (target: string, status: number) =>
  `tessera_gateway_responses_total{target="${target}",status="${status}"}`;

/** Output of promtool for a unit test of an alert with these series, ten minutes of a value a minute. */
function judge(
  series: Readonly<Record<string, string>>,
  fires: boolean,
  { alertname = 'CallsFail', labels = {} }: { readonly alertname?: string; readonly labels?: object } = {},
): string {
  const file = join(folder, `${Object.keys(series).length}-${fires}-${Math.random()}.json`);
  const unit = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        alert_rule_test: [{ eval_time: '10m', alertname, exp_alerts: fires ? [{ exp_labels: labels }] : [] }],
      },
    ],
  };
  writeFileSync(file, JSON.stringify(unit));
  const { stdout, stderr } = spawnSync(PROMTOOL_PATH ?? '', ['test', 'rules', file], { encoding: 'utf8' });
  return stdout + stderr;
}

test.skipIf(!PROMTOOL_PATH)('CallsFail counts what clients get, and nothing else (PROMTOOL_PATH)', () => {
  const cases: readonly [Readonly<Record<string, string>>, boolean][] = [
    // A backend that is away: the gateway responds in its place.
    [{ [responses('calls', 503)]: '0+20x10' }, true],
    [{ [responses('calls', 500)]: '0+20x10' }, true],
    // A quiet hour, errors of clients, and one failure among many calls.
    [{ [responses('calls', 200)]: '0+6000x10' }, false],
    [{ [responses('calls', 429)]: '0+600x10', [responses('calls', 400)]: '0+600x10' }, false],
    [{ [responses('calls', 503)]: '0 1 1 1 1 1 1 1 1 1 1' }, false],
    [{ [responses('registry', 503)]: '0+20x10' }, false],
  ];
  for (const [series, fires] of cases) expect(judge(series, fires), JSON.stringify(series)).toContain('SUCCESS');
  expect(judge({ [responses('calls', 503)]: '0+20x10' }, false)).toContain('FAILED');
});

test.skipIf(!PROMTOOL_PATH)('MarketLeavesOut says of what there is any, on whichever node (PROMTOOL_PATH)', () => {
  const leftOut = (what: string, node: string) => `tessera_market_left_out{what="${what}",instance="${node}"}`;
  const of = (what: string) => ({ alertname: 'MarketLeavesOut', labels: { what } });
  const one = { [leftOut('user', 'a')]: '0x10', [leftOut('user', 'b')]: '0 0 0 1x10' };
  expect(judge(one, true, of('user'))).toContain('SUCCESS');
  const halted = { [leftOut('user', 'a')]: '0x10', [leftOut('symbol', 'a')]: '2x10' };
  expect(judge(halted, true, of('symbol'))).toContain('SUCCESS');
  // It ends with its cause, and every node that does not hold the market counts nothing.
  expect(judge({ [leftOut('user', 'a')]: '1 1 0x10', [leftOut('user', 'b')]: '0x10' }, false, of('user'))).toContain(
    'SUCCESS',
  );
});
