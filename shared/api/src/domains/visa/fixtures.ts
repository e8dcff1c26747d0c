import type { Output } from '../../kit/contract.ts';
import type { VisaContract } from './contract.ts';

type Wire = Output<VisaContract['POST /user/visasave']>;

const AT = Date.UTC(2026, 10, 20, 15);

/** An application that waits for its review, as the exchange sends it. */
export const visaApplication = (changes: Partial<Wire> = {}): Wire => ({
  id: '7',
  status: 'under_review',
  reason: null,
  created_at: AT,
  reviewed_at: null,
  nation: 'DE',
  address: 'Main Street 1, 10115 Berlin',
  phone: '+4915112345678',
  ...changes,
});

export const visaFixtures = {
  'POST /user/visasave': visaApplication(),
  'POST /user/visausernewone': { application: null, total: '25310.42', required: '20000' },
} satisfies { readonly [K in keyof VisaContract]: Output<VisaContract[K]> };
