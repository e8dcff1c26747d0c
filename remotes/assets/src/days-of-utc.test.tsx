// @vitest-environment jsdom
import { kycFixtures } from '@tessera/api/kyc/fixtures';
import { vipFixtures } from '@tessera/api/vip/fixtures';
import { inZone, ZONES } from '@tessera/testing/zones';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

test.each(ZONES)('in %s, Standing names days of UTC', async (zone) => {
  const { testing, VipPage } = await inZone(zone, async () => {
    const testing = await import('@tessera/testing');
    await testing.startScreens((await import('./remote.tsx')).default);
    return { testing, VipPage: (await import('./pages/vip/VipPage.tsx')).default };
  });
  testing.signIn();
  testing.fakeExchange({ ...kycFixtures, ...vipFixtures });
  const { user } = testing.showScreen(<VipPage />);
  await user.click(await screen.findByRole('button', { name: /30-day volume/ }));
  const sheet = await screen.findByRole('dialog');
  expect([sheet.textContent?.includes('Nov 19, 2026'), sheet.textContent?.includes('Nov 18, 2026')]).toEqual([
    true,
    true,
  ]);
});
