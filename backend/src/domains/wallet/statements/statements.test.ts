import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { languageCodes, type RecordKind, recordKinds } from '@tessera/api/rules';
import { readRecordKindTexts } from '@tessera/api/wallet/kind-texts';
import { add } from '@tessera/money';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fund, type Person, signUp } from '../../../../test/people.ts';
import { createTestApp, START, type TestApp } from '../../../../test/test-app.ts';
import { asText } from '../../../platform/csv/csv.ts';
import {
  freezeEntries,
  houseAccount,
  postJournals,
  userAccount,
  userBalances,
} from '../../../platform/ledger/index.ts';
import { statementPdf } from './statement-pdf.ts';
import { knownZone, zonedTime } from './zoned-time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BTC = 1;
const USDT = 3;
const HLEDGER = process.env.HLEDGER_PATH;
const PDFTOTEXT = process.env.PDFTOTEXT_PATH;

let app: TestApp;
let ann: Person;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-statement-'));
  app = await createTestApp();
  ann = await signUp(app, { funds: { change: { USDT: '10000', BTC: '0.5' }, legal: { EUR: '100' } } });
  await trade(ann, 140);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Journals over the next days, with every digit a currency has. */
async function trade(person: Person, count: number): Promise<void> {
  const journals = Array.from({ length: count }, (_, index) => {
    const cost = `${(index % 9) + 1}.${String((index * 7919) % 1_000_000).padStart(6, '0')}`;
    const gain = `0.0000${String(index + 1).padStart(4, '0')}`;
    const kind: RecordKind = index % 3 === 0 ? 'order_freeze' : 'trade_buy';
    return {
      ref: `test:${randomUUID()}`,
      kind,
      reference: `order ${index}`,
      at: START + (index + 1) * HOUR,
      entries:
        kind === 'order_freeze'
          ? freezeEntries(person.id, 'change', 'USDT', cost)
          : [
              { account: userAccount(person.id, 'change'), currency: 'USDT', amount: `-${cost}` },
              { account: houseAccount('counterparty'), currency: 'USDT', amount: cost },
              { account: userAccount(person.id, 'change'), currency: 'BTC', amount: gain },
              { account: houseAccount('counterparty'), currency: 'BTC', amount: `-${gain}` },
            ],
    };
  });
  await app.database.transaction((tx) => postJournals(tx, journals));
  app.advance(count * HOUR + DAY);
}

type Asked = Record<string, unknown>;
const ask = (asked: Asked = {}, person = ann, language = 'en') =>
  app.ok('POST /wallet/statement', { format: 'pdf', time_zone: 'UTC', ...asked }, { token: person.token, language });
const fetchPath = (path: string) => app.app.inject({ method: 'GET', url: path });
async function download(asked: Asked = {}, person = ann, language = 'en'): Promise<Buffer> {
  const { path } = await ask(asked, person, language);
  const response = await fetchPath(path);
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}
const records = async (asked: Asked = {}, person = ann, language = 'en') => {
  const file = await download({ format: 'csv', ...asked }, person, language);
  return { file, rows: parse(file, { bom: true, delimiter: language === 'de' ? ';' : ',' }) as string[][] };
};
function textOf(pdf: Buffer): string {
  const path = join(folder, `${randomUUID()}.pdf`);
  writeFileSync(path, pdf);
  const { stdout, status } = spawnSync(PDFTOTEXT as string, ['-layout', path, '-'], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  expect(status).toBe(0);
  return stdout;
}

/** Readers extract some marks of Thai apart from their letter. */
const signsOf = (text: string): string => text.normalize('NFKD').replace(/\s/g, '');

const SECTION = /^(\S+) · (\S+)$/;
const LINE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) +(.+?) {2,}(.*)$/;
const FIGURE = /[+-]?[\d,]*\d\.\d+/g;

/** The lines of a statement as a journal of hledger: a change of each account, and the balance that it must leave. */
function journalOf(text: string): string {
  const entries: string[] = [];
  let commodity = '';
  let account = '';
  const figures = (of: string) => (of.match(FIGURE) ?? []).map((each) => each.replaceAll(',', ''));
  for (const raw of text.split(/[\n\f]/)) {
    const line = raw.trim();
    const [, name, code] = SECTION.exec(line) ?? [];
    if (name && code) [account, commodity] = [`assets:${name}:${code}`, code];
    if (account === '') continue;
    const [balance = ''] = figures(line).slice(-1);
    if (line.startsWith('Opening balance')) {
      entries.push(`2026-01-01 opening\n  ${account}  ${balance} ${commodity} = ${balance} ${commodity}\n  equity`);
    } else if (line.startsWith('Closing balance')) {
      entries.push(`2026-12-31 closing\n  ${account}  0 ${commodity} = ${balance} ${commodity}\n  equity`);
    }
    const [, date, , kind, rest] = LINE.exec(line) ?? [];
    if (!date || !kind || rest === undefined) continue;
    const changes = figures(rest).slice(0, -1);
    const postings = changes.map((change) => `  ${account}  ${change} ${commodity}`);
    postings[postings.length - 1] += ` = ${balance} ${commodity}`;
    entries.push(`${date} ${kind}\n${postings.join('\n')}\n  equity`);
  }
  return `${entries.join('\n\n')}\n`;
}

it('a statement is a PDF file, whatever reads it', async () => {
  const file = await download();
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(file.subarray(-6).toString().trim()).toBe('%%EOF');
});

describe.skipIf(!PDFTOTEXT)('a statement as PDF', () => {
  it.skipIf(!HLEDGER)(
    'reconciles to the last unit: hledger gets from its opening to its closing balances',
    async () => {
      const text = textOf(await download());
      const path = join(folder, 'statement.journal');
      const journal = journalOf(text);
      expect(journal.match(/order|Bought|Held/g)?.length).toBeGreaterThan(200);
      writeFileSync(path, journal);
      const hledger = (...args: string[]) => spawnSync(HLEDGER as string, ['-f', path, ...args], { encoding: 'utf8' });
      // Checks every balance that a line asserts.
      expect(hledger('check', 'assertions')).toMatchObject({ status: 0, stderr: '' });
      const { stdout } = hledger('balance', 'assets', '--flat', '--no-total', '-O', 'csv', '--layout', 'bare');
      const balances = (parse(stdout) as string[][])
        .slice(1)
        .map(([account, code, amount]) => [account, code, Number(amount)]);
      const held = (await userBalances(app.database, ann.id)).map(({ name, currency, available, frozen }) => [
        `assets:${{ change: 'Spot', legal: 'Fiat' }[name as 'change' | 'legal']}:${currency}`,
        currency,
        Number(add(available, frozen)),
      ]);
      expect(balances.toSorted()).toEqual(held.toSorted());
      // A figure that is wrong by one unit is found.
      const last = journal.lastIndexOf(' BTC =');
      const digit = journal[last - 1];
      writeFileSync(path, `${journal.slice(0, last - 1)}${digit === '9' ? '8' : '9'}${journal.slice(last)}`);
      expect(hledger('check', 'assertions').status).not.toBe(0);
    },
  );

  it('of a part of the time begins with what there was before, in the time of the zone', async () => {
    const from = START + 20 * HOUR;
    const text = textOf(await download({ from, to: from + 6 * HOUR, time_zone: 'Asia/Tokyo', currency_id: BTC }));
    expect(text).toContain('2026-11-21 20:00:00 – 2026-11-22 02:00:00');
    expect(text).toContain('Asia/Tokyo (UTC+09:00)');
    expect(text).toMatch(/Spot · BTC +0\.\d{8}/);
    expect(text).not.toContain('USDT');
    expect(text.match(/2026-11-2\d \d\d:00:00 +Bought/g)).toHaveLength(5);
  });

  it.each(languageCodes)('is written in %s with every letter of it', async (language) => {
    const kinds = readRecordKindTexts(language);
    const total = String(recordKinds.length);
    const pdf = statementPdf({
      ...{
        site: 'Tessera',
        uid: '10000001',
        language,
        zone: 'UTC',
        from: START,
        to: START,
        madeAt: START,
        currency: null,
      },
      sections: [
        { account: 'change', currency: 'USDT', scale: 6, opening: '0', inflow: total, outflow: '0', closing: total },
      ],
    });
    pdf.write(recordKinds.map((kind, index) => ['change', 'USDT', START, kind, '1', '0', String(index + 1), null]));
    pdf.end();
    const text = signsOf(textOf(await buffer(pdf.stream)));
    for (const kind of recordKinds) for (const sign of signsOf(kinds[kind])) expect(text).toContain(sign);
    expect(text).not.toContain('?');
  });

  it('of a user without any change says so', async () => {
    const ben = await signUp(app);
    expect(textOf(await download({}, ben))).toContain('There were no changes in this period.');
  });
});

describe('records as CSV', () => {
  it('are RFC 4180 in UTF-8 with a byte order mark, and hold every digit', async () => {
    const { file, rows } = await records({ time_zone: 'America/New_York' });
    expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(file.toString().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const [head, ...lines] = rows;
    expect(head).toEqual([
      'Time (America/New_York)',
      'Account',
      'Type',
      'Currency',
      'Change',
      'On hold',
      'Balance',
      'Reference',
    ]);
    expect(lines[0]?.[0]).toBe('2026-11-20T10:00:00.000-05:00');
    const balances = await userBalances(app.database, ann.id);
    for (const { currency, available, frozen } of balances) {
      expect(lines.findLast((line) => line[3] === currency)?.[6]).toBe(add(available, frozen));
    }
  });

  it('are those that a filter leaves, in the language of the request', async () => {
    const { rows } = await records({ kind: 'order_freeze', currency_id: USDT, account: 'change' }, ann, 'de');
    expect(rows).toHaveLength(1 + 47);
    expect(new Set(rows.slice(1).map((row) => row[2]))).toEqual(new Set([readRecordKindTexts('de').order_freeze]));
    const figures = rows.slice(1).flatMap((row) => row.slice(4, 7));
    for (const figure of figures) expect(figure).toMatch(/^-?\d+(?:,\d+)?$/);
    expect(figures.some((figure) => /^-?\d+,\d+$/.test(figure))).toBe(true);
    expect((await records({ account: 'micro' })).rows).toHaveLength(1);
  });

  it('run nothing in a spreadsheet: text that begins like a formula is marked, amounts stay numbers', async () => {
    const eve = await signUp(app);
    await app.database.transaction((tx) =>
      postJournals(tx, [
        {
          ref: `test:${randomUUID()}`,
          kind: 'adjustment',
          reference: '=HYPERLINK("https://evil.example","a")\r\n@b',
          at: app.now(),
          entries: [
            { account: houseAccount('grants'), currency: 'USDT', amount: '-5' },
            { account: userAccount(eve.id, 'legal'), currency: 'USDT', amount: '5' },
          ],
        },
      ]),
    );
    const { rows } = await records({}, eve);
    expect(rows[1]?.[7]).toBe(`'=HYPERLINK("https://evil.example","a")\r\n@b`);
    for (const text of ['+1', '-1', '@x', '\tx', '\rx', '＝1']) expect(asText(text)).toBe(`'${text}`);
    expect(asText('order 5-1')).toBe('order 5-1');
    const { rows: own } = await records();
    expect(own.some((row) => /^-\d/.test(row[4] ?? ''))).toBe(true);
  });
});

describe('a time in a zone', () => {
  it('follows daylight saving time, and is the same instant', () => {
    const berlin = zonedTime('Europe/Berlin');
    expect(berlin.iso(Date.UTC(2026, 2, 29, 0, 59, 59, 999))).toBe('2026-03-29T01:59:59.999+01:00');
    expect(berlin.iso(Date.UTC(2026, 2, 29, 1))).toBe('2026-03-29T03:00:00.000+02:00');
    for (const zone of ['Asia/Kathmandu', 'America/St_Johns', 'Pacific/Chatham', 'UTC']) {
      const { iso } = zonedTime(zone);
      for (let at = Date.UTC(2026, 0, 1, 0, 7); at < Date.UTC(2027, 0, 1); at += 7 * DAY + 13 * HOUR) {
        expect(Date.parse(iso(at))).toBe(at);
      }
    }
    expect(['Mars/Base', 'Etc/Unknown', 'undefined', '', '+5'].map(knownZone)).toEqual(Array(5).fill('UTC'));
    expect(['Asia/Tokyo', '+05:30'].map(knownZone)).toEqual(['Asia/Tokyo', '+05:30']);
  });
});

describe('whatever zone a browser states', () => {
  it.each([
    ['Etc/Unknown', 'UTC', '+00:00'],
    ['undefined', 'UTC', '+00:00'],
    [undefined, 'UTC', '+00:00'],
    ['Local time (unknown)', 'UTC', '+00:00'],
    ['+05:30', '+05:30', '+05:30'],
  ])('%j gives a statement in %s, which is named in it', async (time_zone, named, offset) => {
    const [head, first] = (await records({ time_zone })).rows;
    if (PDFTOTEXT) expect(textOf(await download({ time_zone }))).toContain(`${named} (UTC${offset})`);
    expect(head?.[0]).toBe(`Time (${named})`);
    expect(first?.[0]).toMatch(new RegExp(`${offset.replace('+', '\\+')}$`));
  });
});

describe('what cannot be stated', () => {
  it.each([
    [{ from: START + DAY, to: START }, 'from'],
    [{ kind: 'transfer' }, 'kind'],
    [{ currency_id: 99_999 }, 'currency_id'],
  ])('%j is rejected at its field', async (asked, field) => {
    const rejected = await app.rejection(
      'POST /wallet/statement',
      { format: 'pdf', time_zone: 'UTC', ...asked },
      { token: ann.token },
    );
    expect(rejected.field).toBe(field);
  });

  it('money that came meanwhile is in the next one', async () => {
    await fund(app, ann.id, 'legal', 'EUR', '1');
    expect((await records()).rows.at(-1)?.slice(3, 7)).toEqual(['EUR', '1', '0', '101']);
  });
});
