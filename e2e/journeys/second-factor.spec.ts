import { expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { addAuthenticator as addAuthenticatorApp, digits, proveByMail, register } from '../platform/journey.ts';
import { screen } from '../platform/where.ts';

const PASSWORD = 'a-quiet-harbour-81';
/** Of one try: a repeated test registers another user. */
const address = () => `second-factor-${test.info().retry}@example.com`;

/** An authenticator of the browser that verifies its user at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function logOut(app: App): Promise<void> {
  await app.page.evaluate(() => localStorage.clear());
  await app.page.goto('about:blank');
  await app.page.goto(screen('/pages/common/login'));
  await expect(app.heading('entrance:login.title')).toBeVisible();
}

test('a passkey and an authenticator are set up, and each log-in after the password asks for one', async ({ page }) => {
  await addAuthenticator(page);
  const app = await App.open(page, { language: 'de', theme: 'dark' });
  await register(app, address(), PASSWORD);

  await page.goto(screen('/pages/setting/passkeys'));
  await app.button('account:passkeys.add').tap();
  await proveByMail(app, address());
  await expect(page.getByRole('list', { name: app.text('account:recovery.title') }).getByRole('listitem')).toHaveCount(
    10,
  );
  await page.getByLabel(app.text('account:recovery.kept')).check();
  await app.button('account:recovery.done').tap();
  await expect(
    page.getByRole('list', { name: app.text('account:routes.setting.passkeys') }).getByRole('listitem'),
  ).toHaveCount(1);

  await addAuthenticatorApp(app, address());
  await expect(app.heading('account:routes.setting.security')).toBeVisible();
  await expect(page.getByRole('link', { name: app.text('account:authenticator.app') })).toContainText(
    app.text('account:security.on'),
  );
  // Both only log in on their first day, and say so.
  await expect(page.getByRole('link', { name: app.text('account:authenticator.app') })).toContainText(
    app.text('account:security.approvesFrom', { time: '' }).trim(),
  );

  await logOut(app);
  // Nor does the passkey log in without the password on that day.
  await app.button('entrance:login.passkey').tap();
  await expect(page.getByText('Dieser Passkey ist neu').first()).toBeVisible();
  await app.field('entrance:credentials.either').fill(address());
  await app.field('entrance:credentials.password').fill(PASSWORD);
  await app.button('entrance:login.title').tap();
  await expect(digits(page)).toBeVisible();
  await expect(page.getByTestId('home-total')).toBeHidden();
  await app.button('approval:usePasskey').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
});
