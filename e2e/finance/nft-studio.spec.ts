import { randomBytes } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { approveNewest, enterKey, newCollector } from '../platform/collector.ts';
import { finish } from '../platform/journey.ts';
import { joinStaff } from '../platform/staff.ts';
import { voucher } from '../platform/voucher.ts';
import { screen } from '../platform/where.ts';

test('a user becomes an artist, submits a work, and sells it once it is approved', async ({ browser, page }) => {
  const mark = randomBytes(3).toString('hex');
  const title = `Grauton ${mark}`;
  const { app } = await newCollector(page, { language: 'de', theme: 'dark' }, '100');
  const reviewer = await joinStaff('Juno Park', 'admin');

  await page.goto(screen('/pages/nft/mine?tab=studio'));
  await app.field('nft/studio:apply.name').fill(`Mira ${mark}`);
  await app.field('nft/studio:apply.biography').fill('Draws in shades of grey, each of them once.');
  await page.locator('input[type=file]').first().setInputFiles(voucher(400));
  await expect(page.getByRole('img', { name: app.text('nft/studio:apply.picture', { number: '1' }) })).toBeVisible();
  await app.button('nft/studio:apply.send').tap();
  await expect(page.getByText(app.text('nft/studio:apply.waiting'))).toBeVisible();
  await approveNewest(reviewer, 'artist');

  // The decision shows without a reload.
  await app.button('nft/studio:studio.submit').tap();
  const sheet = page.getByRole('dialog', { name: app.text('nft/studio:studio.submit') });
  await sheet.locator('input[type=file]').setInputFiles({ ...voucher(400), name: 'grey.png' });
  await expect(sheet.getByText(app.text('nft/studio:form.uploaded', { name: 'grey.png' }))).toBeVisible();
  await sheet.getByLabel(app.text('nft/studio:form.title'), { exact: true }).fill(title);
  await sheet.getByLabel(app.text('nft/studio:form.description'), { exact: true }).fill('Every pixel is another grey.');
  await sheet.getByRole('button', { name: app.text('nft/studio:form.send') }).tap();
  const works = page.getByRole('list', { name: app.text('nft/studio:studio.label') });
  await expect(works.getByText(app.text('nft/studio:state.pending'))).toBeVisible();
  await approveNewest(reviewer, 'artwork');
  await expect(works.getByText(app.text('nft/studio:state.approved'))).toBeVisible();

  // No other user sees it yet.
  await works.getByRole('link', { name: app.text('nft/studio:studio.view') }).tap();
  await expect(page.getByText(app.text('nft:work.unlisted'))).toBeVisible();
  await app.link('nft:routes.nft.resell').tap();
  await page.getByRole('textbox', { name: app.text('nft:card.price') }).fill('40');
  // 2.5 % to the house, and no royalty of a first sale.
  await expect(page.getByRole('button', { name: /Sie erhalten 39.USDT/ })).toBeVisible();
  await app.button('nft:resell.review').tap();
  await enterKey(page);
  await finish(app);
  await expect(app.link('nft:action.manageSale')).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  const guest = await App.open(visitor, { language: 'zh', theme: 'light' }, '/pages/nft/nft');
  await guest.button('nft:market.search').tap();
  await visitor.getByRole('searchbox').fill(title);
  await visitor
    .getByRole('list', { name: guest.text('nft:market.tabs.works') })
    .getByText(title)
    .tap();
  await expect(visitor.getByRole('link', { name: /40.USDT/ })).toBeVisible();
  await visitor.context().close();

  // A sale without a buyer is taken back.
  await app.link('nft:action.manageSale').tap();
  await app.button('nft:own.take').tap();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: app.text('nft:own.take') })
    .tap();
  await expect(page.getByRole('textbox', { name: app.text('nft:card.price') })).toBeVisible();
});
