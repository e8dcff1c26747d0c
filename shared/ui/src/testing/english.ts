import { startTexts } from '@tessera/i18n/host';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';

// Imported for its effect: components speak English, and each test starts with an empty page.
beforeAll(() => startTexts('en'));
afterEach(cleanup);
