import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { leaves, readTexts } from './text-files.ts';

/** Where a product is named alone: `mining` is the key of its name. */
const SAME: ReadonlyArray<readonly [product: string, folder: string, key: string]> = [
  ['mining', 'remotes/finance/src/i18n', 'routes.lockming.lockming'],
  ['demand', 'remotes/finance/src/i18n', 'routes.fund.buyDemand'],
  ['mining', 'remotes/assets/src/i18n', 'product.mining'],
  ['dual', 'remotes/assets/src/i18n', 'product.dual'],
  ['mining', 'backend/src/domains/wallet/statements/texts', 'accounts.mining'],
  ['dual', 'backend/src/domains/wallet/statements/texts', 'accounts.dual'],
  ['mining', 'backend/src/domains/content/seed', 'help.mining.title'],
  ['mining', 'backend/src/domains/content/seed', 'menu.mining'],
];

/** Where it is part of a longer text. */
const WITHIN: ReadonlyArray<readonly [product: string, folder: string, key: string]> = [
  ['demand', 'backend/src/domains/invest/texts', 'demand.name'],
  ['fixed', 'backend/src/domains/invest/texts', 'fixed.name'],
  ['mining', 'backend/src/domains/messages/texts', 'message.mining_ended.title'],
  ['mining', 'backend/src/domains/messages/texts', 'message.mining_renewed.title'],
  ['fixed', 'backend/src/domains/messages/texts', 'message.invest_matured.title'],
  ['fixed', 'backend/src/domains/messages/texts', 'message.invest_renewed.title'],
  ['dual', 'backend/src/domains/messages/texts', 'message.dual_settled.title'],
  ['dual', 'backend/src/domains/messages/texts', 'message.dual_returned.title'],
  ['demand', 'backend/src/domains/content/seed', 'help.invest.title'],
  ['fixed', 'backend/src/domains/content/seed', 'help.invest.title'],
  ['dual', 'backend/src/domains/content/seed', 'help.invest.title'],
];

describe.each(LANGUAGES.map(({ code }) => code))('a financial product in %s', (code) => {
  const textAt = (folder: string, key: string): string =>
    new Map(leaves(readTexts(folder, code))).get(key) ?? `${folder} has no ${key}`;
  const nameOf = (product: string) => textAt('remotes/finance/src/i18n', `product.${product}`);

  it('has one name, wherever it is named', () => {
    expect(SAME.map(([, folder, key]) => `${folder} ${key}: ${textAt(folder, key)}`)).toEqual(
      SAME.map(([product, folder, key]) => `${folder} ${key}: ${nameOf(product)}`),
    );
  });

  it('keeps its name within longer texts', () => {
    const without = WITHIN.filter(
      ([product, folder, key]) => !textAt(folder, key).toLowerCase().includes(nameOf(product).toLowerCase()),
    );
    expect(
      without.map(([product, folder, key]) => `${key}: “${textAt(folder, key)}”, not “${nameOf(product)}”`),
    ).toEqual([]);
  });

  it('shares its name with no other', () => {
    const names = ['mining', 'demand', 'fixed', 'dual', 'metal', 'launchpad', 'loan'].map(nameOf);
    expect(new Set(names).size).toBe(names.length);
  });
});
