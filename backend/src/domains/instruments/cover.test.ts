import { expect, test } from 'vitest';
import { seededCatalogue } from './seeded.ts';

const DAY = 86_400_000;

// Reads the clock on purpose: it fails while there is still time to release the holidays of the years to come.
test.each([...seededCatalogue.calendars.values()])(
  '$id: its holidays are known for the next 90 days',
  ({ id, coveredUntil, calendar }) => {
    if (coveredUntil === null) {
      expect(calendar.closed.size + calendar.early.size).toBe(0);
      return;
    }
    const days = Math.floor((Date.parse(coveredUntil) - Date.now()) / DAY);
    expect(
      days,
      `the calendar ${id} ends on ${coveredUntil}: add the holidays that the exchange published since to ` +
        'backend/src/domains/instruments/seed/holidays.ts, and raise COVERED_UNTIL there',
    ).toBeGreaterThanOrEqual(90);
  },
);
