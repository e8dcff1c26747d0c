import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT, readText, readYaml } from './repository.ts';

/** Path of promtool, if this machine has it. */
const { PROMTOOL_PATH } = process.env;
const RULES = join(ROOT, 'deploy/production/monitoring/alerts.yaml');
const folder = mkdtempSync(join(tmpdir(), 'tessera-alerts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const responses = (target: string, status: number) =>
  `tessera_gateway_responses_total{target="${target}",status="${status}"}`;

type Of = { readonly labels?: object; readonly minutes?: number };
type Case = readonly [series: Readonly<Record<string, string>>, fires: boolean, of?: Of];

/** Output of promtool for unit tests of an alert, each with its series: a value a minute, looked at after ten. */
function judge(alertname: string, cases: readonly Case[]): string {
  const file = join(folder, `${alertname}-${Math.random()}.json`);
  const unit = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: cases.map(([series, fires, { labels = {}, minutes = 10 } = {}]) => ({
      name: JSON.stringify(series),
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [{ eval_time: `${minutes}m`, alertname, exp_alerts: fires ? [{ exp_labels: labels }] : [] }],
    })),
  };
  writeFileSync(file, JSON.stringify(unit));
  const { stdout, stderr } = spawnSync(PROMTOOL_PATH ?? '', ['test', 'rules', file], { encoding: 'utf8' });
  return stdout + stderr;
}

const answered = (call: string, outcome: string) =>
  `tessera_http_request_duration_seconds_count{call="${call}",outcome="${outcome}"}`;
const queued = (task: string, state: string) => `tessera_queue_jobs{task="${task}",state="${state}"}`;
const jobs = (job: string, outcome: string) => `tessera_job_duration_seconds_count{job="${job}",outcome="${outcome}"}`;
const leftOut = (what: string, node: string) => `tessera_market_left_out{what="${what}",instance="${node}"}`;
const unreconciled = (chain: string) => `tessera_treasury_unreconciled_blocks{chain="${chain}"}`;
const overBound = (kind: string, country: string, reason = 'country') =>
  `tessera_codes_over_bound_total{kind="${kind}",country="${country}",reason="${reason}"}`;

/** Of each alert what lets it fire and what does not, with its labels and the minutes after which it is looked at. */
const CASES: Readonly<Record<string, readonly Case[]>> = {
  // What clients get, and nothing else.
  CallsFail: [
    // A backend that is away: the gateway responds in its place.
    [{ [responses('calls', 503)]: '0+20x10' }, true],
    [{ [responses('calls', 500)]: '0+20x10' }, true],
    // A quiet hour, errors of clients, and one failure among many calls.
    [{ [responses('calls', 200)]: '0+6000x10' }, false],
    [{ [responses('calls', 429)]: '0+600x10', [responses('calls', 400)]: '0+600x10' }, false],
    [{ [responses('calls', 503)]: '0 1 1 1 1 1 1 1 1 1 1' }, false],
    [{ [responses('registry', 503)]: '0+20x10' }, false],
  ],
  // Of what there is any, on whichever node.
  MarketLeavesOut: [
    [{ [leftOut('user', 'a')]: '0x10', [leftOut('user', 'b')]: '0 0 0 1x10' }, true, { labels: { what: 'user' } }],
    [{ [leftOut('user', 'a')]: '0x10', [leftOut('symbol', 'a')]: '2x10' }, true, { labels: { what: 'symbol' } }],
    // It ends with its cause, and every node that does not hold the market counts nothing.
    [{ [leftOut('user', 'a')]: '1 1 0x10', [leftOut('user', 'b')]: '0x10' }, false],
  ],
  MailStands: [
    [{ [queued('deliver-message', 'retrying')]: '21x10' }, true],
    [{ [queued('deliver-message', 'retrying')]: '20x10' }, false],
    [{ [queued('deliver-message', 'waiting')]: '900x10' }, false],
    [{ [queued('copy-data', 'retrying')]: '21x10' }, false],
  ],
  JobsFail: [
    [{ [jobs('mining-pay', 'failed')]: '0+1x10' }, true, { labels: { job: 'mining-pay' } }],
    [{ [jobs('mining-pay', 'done')]: '0+60x10' }, false],
    [{ [jobs('mining-pay', 'failed')]: '0 1 2x8' }, false],
  ],
  JobItemsFail: [
    [
      { 'tessera_job_items_failed_total{job="mining-pay",kind="position"}': '0+1x10' },
      true,
      { labels: { job: 'mining-pay' } },
    ],
    [{ 'tessera_job_items_failed_total{job="mining-pay",kind="position"}': '0 1x9' }, false],
  ],
  JobsGivenUp: [
    [{ [queued('copy-data', 'given_up')]: '1x10' }, true, { labels: { task: 'copy-data' } }],
    [{ [queued('copy-data', 'retrying')]: '5x10' }, false],
  ],
  TreasuryDiffers: [
    [
      { 'tessera_treasury_differences{chain="tron",reason="missing"}': '0x5 1x5' },
      true,
      { labels: { chain: 'tron', reason: 'missing' } },
    ],
    [{ 'tessera_treasury_differences{chain="tron",reason="missing"}': '1x5 0x5' }, false],
  ],
  ReconciliationStands: [
    // About an hour of each chain.
    [{ [unreconciled('bitcoin')]: '7x10' }, true, { labels: { chain: 'bitcoin' } }],
    [{ [unreconciled('ethereum')]: '301x10' }, true, { labels: { chain: 'ethereum' } }],
    [{ [unreconciled('tron')]: '1201x10' }, true, { labels: { chain: 'tron' } }],
    [{ [unreconciled('bitcoin')]: '6x10', [unreconciled('ethereum')]: '300x10' }, false],
    [{ [unreconciled('tron')]: '1200x10' }, false],
  ],
  HotWalletOutsideLimits: [
    [
      { 'tessera_treasury_outside_limits{chain="tron",currency="USDT",to="hot"}': '1x40' },
      true,
      { labels: { chain: 'tron', currency: 'USDT', to: 'hot' }, minutes: 35 },
    ],
    // What the job moves by itself meanwhile.
    [
      { 'tessera_treasury_outside_limits{chain="tron",currency="USDT",to="cold"}': '1x20 _x20' },
      false,
      { minutes: 35 },
    ],
  ],
  SweepsSetAside: [
    [
      { 'tessera_treasury_addresses_set_aside{chain="tron",currency="USDT"}': '11x10' },
      true,
      { labels: { chain: 'tron', currency: 'USDT' } },
    ],
    // Single addresses that a token blocks.
    [{ 'tessera_treasury_addresses_set_aside{chain="tron",currency="USDT"}': '10x10' }, false],
  ],
  CodesOverBound: [
    [{ [overBound('stranger', 'NG')]: '0+2x10' }, true, { labels: { kind: 'stranger', country: 'NG' } }],
    [{ [overBound('owner', 'DE')]: '0+1x10' }, true, { labels: { kind: 'owner', country: 'DE' } }],
    // One code of each country.
    [{ [overBound('stranger', 'NG')]: '0 1x9', [overBound('stranger', 'DE')]: '0 1x9' }, false],
    // One account that goes on asking.
    [{ [overBound('owner', 'DE', 'number')]: '0+20x10' }, false],
  ],
  NoticesOverBound: [
    [{ 'tessera_messages_total{channel="sms",outcome="over_bound"}': '0+2x10' }, true],
    [{ 'tessera_messages_total{channel="sms",outcome="delivered"}': '0+200x10' }, false],
    // One account that goes on logging in, and guests of customer service.
    [{ 'tessera_messages_total{channel="sms",outcome="over_number"}': '0+20x10' }, false],
    [{ 'tessera_messages_total{channel="sms",outcome="over_guests"}': '0+20x10' }, false],
  ],
  LogInsGuessed: [
    [{ [answered('POST /user/login', 'wrong_credentials')]: '0+100x15' }, true, { minutes: 12 }],
    [
      {
        [answered('POST /user/login', 'proof_required')]: '0+60x15',
        [answered('POST /user/login', 'wrong_credentials')]: '0+60x15',
        [answered('POST /user/login', 'ok')]: '0+20x15',
      },
      true,
      { minutes: 12 },
    ],
    // A busy hour with its usual share of wrong passwords, and a quiet one.
    [
      {
        [answered('POST /user/login', 'wrong_credentials')]: '0+200x15',
        [answered('POST /user/login', 'ok')]: '0+600x15',
      },
      false,
      { minutes: 12 },
    ],
    [{ [answered('POST /user/login', 'wrong_credentials')]: '0+20x15' }, false, { minutes: 12 }],
  ],
  StaffGuessed: [
    [{ [answered('POST /staff/login', 'wrong_credentials')]: '0+2x15' }, true, { minutes: 12 }],
    [{ [answered('POST /staff/login', 'totp_wrong')]: '0+2x15' }, true, { minutes: 12 }],
    [{ [answered('POST /staff/login', 'ok')]: '0+20x15' }, false, { minutes: 12 }],
    [{ [answered('POST /staff/login', 'wrong_credentials')]: '0 1 2 3x12' }, false, { minutes: 12 }],
  ],
  SessionsWithoutKey: [
    [{ [answered('GET /wallet/list', 'session_proof_invalid')]: '0+3x15' }, true, { minutes: 12 }],
    [{ [answered('GET /wallet/list', 'session_proof_stale')]: '0+30x15' }, false, { minutes: 12 }],
    [{ [answered('GET /wallet/list', 'session_proof_invalid')]: '0 1x14' }, false, { minutes: 12 }],
  ],
  CallsFlood: [
    [{ [responses('calls', 429)]: '0+6000x10' }, true],
    [{ [responses('calls', 429)]: '0+60x10', [responses('calls', 200)]: '0+60000x10' }, false],
  ],
  DatabaseWaits: [
    [{ 'tessera_database_connections{state="waiting",instance="a"}': '3x10' }, true, { labels: { instance: 'a' } }],
    [{ 'tessera_database_connections{state="waiting",instance="a"}': '3 3 0 3 3 3 0 3 3 3 3' }, false],
    [{ 'tessera_database_connections{state="busy",instance="a"}': '16x10' }, false],
  ],
};

test.skipIf(!PROMTOOL_PATH).each(Object.entries(CASES))('%s fires where it should (PROMTOOL_PATH)', (name, cases) => {
  const seen = judge(name, cases);
  expect(seen).toContain('SUCCESS');
  expect(seen).not.toContain('FAILED');
  expect(new Set(cases.map(([, fires]) => fires))).toEqual(new Set([true, false]));
});

test.skipIf(!PROMTOOL_PATH)('a case that is not as it says fails (PROMTOOL_PATH)', () => {
  expect(judge('CallsFail', [[{ [responses('calls', 503)]: '0+20x10' }, false]])).toContain('FAILED');
});

/** Why a metric needs no alert of its own. */
const WITHOUT_ALERT: Readonly<Record<string, string>> = {
  tessera_queue_attempt_duration_seconds: 'what fails is in tessera_queue_jobs, as retrying or given up',
  tessera_realtime_connections: 'bounded by each node; a number, good or bad',
  tessera_realtime_waiting_bytes: 'bounded by each node; slow clients are closed',
  tessera_event_loop_delay_seconds: 'what it costs users is in the durations and failures of calls',
  tessera_resident_memory_bytes: 'the limit of the container ends the process',
  tessera_gateway_resident_memory_bytes: 'the limit of the container ends the process',
  tessera_cpu_seconds: 'a cost',
  tessera_start_time_seconds: 'a fact',
  tessera_build_info: 'a fact',
  tessera_support_mails_total: 'no money, and what is too much is refused by the sender’s own bound',
};

describe('every metric', () => {
  const MADE = /(?:\.(?:counter|gauge|histogram)\(|new (?:Counter|Gauge|Histogram)\()\s*\{\s*name: '([a-z_]+)'/g;
  const madeIn = (path: string): readonly string[] =>
    [...readText(path).matchAll(MADE)].map(([, name = '']) => (name.startsWith('tessera_') ? name : `tessera_${name}`));
  const metricsOf = (pattern: string): readonly string[] =>
    globSync(pattern, { cwd: ROOT })
      .filter((path) => !path.includes('.test.') && !path.includes('/testing/'))
      .flatMap(madeIn);
  const ofBackend = metricsOf('backend/src/**/*.ts');
  const ofRelease = metricsOf('deploy/release/*/src/**/*.ts');
  // The signer is reached by a socket of its machine alone, and has none.
  const ofCustody = metricsOf('deploy/custody/*/src/**/*.ts');
  const metrics = [...ofBackend, ...ofRelease, ...ofCustody];
  const { groups } = readYaml('deploy/production/monitoring/alerts.yaml') as {
    readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const guide = readText('docs/production.md');

  test('has an alert, or the reason why it needs none', () => {
    const names = [...new Set(metrics)].sort();
    expect(names.length).toBeGreaterThanOrEqual(20);
    for (const each of [ofBackend, ofRelease]) expect(each.length).toBeGreaterThan(0);
    const watched = names.filter((name) => rules.some(({ expr }) => new RegExp(`\\b${name}(?:_count)?\\b`).test(expr)));
    expect([...watched, ...Object.keys(WITHOUT_ALERT)].sort()).toEqual(names);
  });

  test('is in the guide, and so is every alert', () => {
    expect([...new Set(metrics)].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
    expect(rules.map(({ alert }) => alert).filter((alert) => !guide.includes(`\`${alert}\``))).toEqual([]);
  });

  test('that an alert reads exists', () => {
    const read = rules.flatMap(({ expr }) => expr.match(/\btessera_[a-z_]+/g) ?? []);
    expect(read.map((name) => name.replace(/_count$/, '')).filter((name) => !metrics.includes(name))).toEqual([]);
  });

  test('that has an alert is played with it', () => {
    expect(rules.map(({ alert }) => alert).toSorted()).toEqual(Object.keys(CASES).toSorted());
  });
});
