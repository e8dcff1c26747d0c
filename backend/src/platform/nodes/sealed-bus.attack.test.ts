import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { linkedNodes } from '../../../test/linked-nodes.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { NodeBus } from './node-bus.ts';
import { nodeKey, sealBus } from './sealed-bus.ts';

/* Who reaches the server between nodes, and has not the database: places orders, makes prices, answers for the market. */

const TOPIC = 'market.1';
const SOON = 1_000;

let database: TestDatabase;
let key: Buffer;
let time = 1_800_000_000_000;
let warnings: string[];
let one: NodeBus;
let two: NodeBus;
let stranger: NodeBus;
beforeAll(async () => {
  database = await createTestDatabase();
  key = await nodeKey(database);
});
afterAll(() => database.close());
beforeEach(() => {
  warnings = [];
  const bus = linkedNodes();
  const parts = { key, now: () => time, log: { warn: (_: object, text: string) => void warnings.push(text) } };
  [one, two, stranger] = [sealBus(bus(), parts), sealBus(bus(), parts), bus()];
});

test('nodes hear and ask each other, all with the key of their database', async () => {
  const heard: string[] = [];
  two.onBroadcast('frames', (text) => heard.push(text));
  one.broadcast('frames', '{"a":"1.2"}');
  two.serve(TOPIC, async (text) => `done ${text}`);
  expect(await one.request(TOPIC, 'buy', SOON)).toBe('done buy');
  expect(heard).toEqual(['{"a":"1.2"}']);
  expect(await nodeKey(database)).toEqual(key);
  expect(warnings).toEqual([]);
});

test('a stranger adds no message: not a new one, nor one of another topic, nor one of before', async () => {
  const seen: string[] = [];
  const heard: string[] = [];
  const served: string[] = [];
  stranger.onBroadcast('sealed.frames', (text) => seen.push(text));
  two.onBroadcast('frames', (text) => heard.push(text));
  two.onBroadcast('others', (text) => heard.push(text));
  two.serve(TOPIC, async (text) => {
    served.push(text);
    return 'done';
  });
  one.broadcast('frames', 'price 1');
  const [real = ''] = seen;
  for (const text of ['price 2', '', real.replace('price 1', 'price 2'), `${time}.${'A'.repeat(43)}.price 2`]) {
    stranger.broadcast('sealed.frames', text);
    expect(await stranger.request(`sealed.${TOPIC}`, text, SOON)).toBeNull();
  }
  stranger.broadcast('sealed.others', real);
  expect(await stranger.request(`sealed.${TOPIC}`, real, SOON)).toBeNull();
  time += 10_001;
  stranger.broadcast('sealed.frames', real);
  expect(heard).toEqual(['price 1']);
  expect(served).toEqual([]);
  expect(warnings).toHaveLength(11);
});

test('a stranger answers no request, neither by itself nor with the answer to another one', async () => {
  let answer = '';
  stranger.serve(`sealed.${TOPIC}`, async () => answer);
  for (const forged of ['{"result":{}}', `${time}.${'A'.repeat(43)}.{"result":{}}`]) {
    answer = forged;
    expect(await one.request(TOPIC, 'buy', SOON)).toBeNull();
  }
  // What a node has answered to another request.
  const bus = linkedNodes();
  const parts = { key, now: () => time, log: { warn: () => undefined } };
  const node = sealBus(bus(), parts);
  node.serve(TOPIC, async () => 'filled');
  const wire = bus();
  const asking = sealBus(
    {
      ...wire,
      request: async (...of) => {
        answer = (await wire.request(...of)) ?? '';
        return answer;
      },
    },
    parts,
  );
  expect(await asking.request(TOPIC, 'sell', SOON)).toBe('filled');
  expect(await one.request(TOPIC, 'buy', SOON)).toBeNull();
});
