import { expect } from '@playwright/test';
import { ORIGIN } from './where.ts';

const post = (path: string, body: object): Promise<Response> =>
  fetch(`${ORIGIN}/registry/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Reports as another page does that a ramp assigns `arm` (`name@version`). */
export async function reportAsPage(epoch: number, arm: string, reports: readonly object[]): Promise<void> {
  const page = { epoch, arms: [arm] };
  const { nonce } = (await (await post('page', page)).json()) as { readonly nonce: string };
  expect((await post('telemetry', { ...page, nonce, reports })).status).toBe(204);
}
