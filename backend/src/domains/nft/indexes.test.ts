import { afterAll, beforeAll, expect, test } from 'vitest';
import { nftStage } from '../../../test/nft-stage.ts';
import { planOf as planIn } from '../../../test/plans.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { Sql } from '../../platform/db/database.ts';
import { messagesOfOrders, readMessages, unreadOf, workIdOf } from './store.ts';

/* What a user does with one work or one order reads that one, however many there are. */

let app: TestApp;
let userId: string;
beforeAll(async () => {
  app = await createTestApp();
  const stage = nftStage(app);
  stage.prices();
  const user = await stage.person();
  userId = user.id;
  const { id, code } = await stage.work({ editions: 2 });
  await stage.sale(id);
  await stage.buy(user, code);
  await app.database.query(
    `insert into nft_message (user_id, sale_id, order_id, kind, at, read_at)
     select user_id, sale_id, case when n % 500 = 0 then order_id end, kind, at, case when n % 500 = 0 then null else at end
       from nft_message, generate_series(1, 20000) n`,
  );
  await app.database.query(
    `insert into nft_work (code, artist_id, type, names, descriptions, properties, rarity, media, royalty_bp, editions,
                           search, grams, created_at)
     select code || '-more-' || n, artist_id, type, names, descriptions, properties, rarity, media, royalty_bp, editions,
            search, grams, created_at from nft_work, generate_series(1, 5000) n where code = $1`,
    [code],
  );
  await app.database.query('analyze nft_message');
  await app.database.query('analyze nft_work');
});
afterAll(() => app.close());

const planOf = (ask: (sql: Sql) => Promise<unknown>) => planIn(app.database, ask);

test('messages and works are found by their index', async () => {
  expect(await planOf((sql) => messagesOfOrders(sql, userId, ['1']))).toContain('nft_message_of_order');
  expect(await planOf((sql) => readMessages(sql, userId, '1', app.now()))).toContain('nft_message_of_order');
  expect(await planOf((sql) => readMessages(sql, userId, null, app.now()))).toContain('nft_message_unread');
  expect(await planOf((sql) => unreadOf(sql, userId))).toContain('nft_message_unread');
  expect(await planOf((sql) => workIdOf(sql, 'WORK-1'))).not.toContain('Seq Scan on nft_work');
});
