import { randomBytes, randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { App } from './app.ts';
import { advanceClock, backendNow } from './clock.ts';
import { approve, register } from './journey.ts';
import { codeAfter } from './outbox.ts';
import { ownSession, pageSession, type Session } from './session.ts';
import { type Colleague, joinStaff } from './staff.ts';
import { voucher } from './voucher.ts';
import { ORIGIN } from './where.ts';

/**
 * How long a login from a new device, or a new payment password, pauses what goes to other users, and a minute, in
 * milliseconds.
 */
export const PAUSED_FOR = 86_460_000;

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
const PAY_PASSWORD = '482915';
const AUCTION_MS = 2 * 3_600_000;

type Answer = { readonly type: string; readonly message: unknown; readonly error?: string };

/** Calls of a user by the API; each expects success and returns the message. */
export type Calls = {
  readonly get: <Message>(path: string) => Promise<Message>;
  readonly post: <Message>(path: string, form?: Record<string, string>) => Promise<Message>;
  /** Uploads a picture of its own of so many pixels a side. */
  readonly upload: (path: string, size?: number) => Promise<string>;
};

function callsOf(session: Session): Calls {
  const read = async <Message>(path: string, response: Response): Promise<Message> => {
    const answer = (await response.json()) as Answer;
    if (answer.type !== 'ok') throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.message as Message;
  };
  return {
    get: async (path) => read(path, await fetch(`${ORIGIN}/api${path}`, { headers: await session('GET', path) })),
    post: async (path, form = {}) =>
      read(
        path,
        await fetch(`${ORIGIN}/api${path}`, {
          method: 'POST',
          headers: await session('POST', path, form),
          body: new URLSearchParams(form),
        }),
      ),
    async upload(path, size) {
      const { name, mimeType, buffer } = voucher(size);
      const body = new FormData();
      body.set('file', new File([new Uint8Array(buffer)], name, { type: mimeType }));
      const headers = await session('POST', path);
      return read(path, await fetch(`${ORIGIN}/api${path}`, { method: 'POST', headers, body }));
    },
  };
}

async function setPayPassword({ get, post }: Calls, address: string): Promise<void> {
  const { has_pay_password } = await get<{ has_pay_password: boolean }>('/user/info');
  if (has_pay_password) return;
  const code = await codeAfter(address, () => post('/sms_send', { scene: 'pay_password' }));
  await post('/safe/pay_password', { key: PAY_PASSWORD, re_key: PAY_PASSWORD, code });
}

/** Logs the demonstration user in, in German and dark, with a payment password. */
export async function logInCollector(page: Page): Promise<{ readonly app: App; readonly calls: Calls }> {
  const app = await App.open(page, { language: 'de', theme: 'dark' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
  const calls = callsOf(await pageSession(page));
  await setPayPassword(calls, DEMO.user);
  await advanceClock({ ms: PAUSED_FOR });
  await page.reload();
  await expect(page.getByTestId('home-total')).toBeVisible();
  return { app, calls };
}

/** Enters the payment password in the open sheet. */
export async function enterKey(page: Page): Promise<void> {
  const sheet: Locator = page.getByRole('dialog');
  for (const digit of PAY_PASSWORD) await sheet.getByRole('button', { name: digit, exact: true }).tap();
}

type Work = {
  readonly code: string;
  readonly name: string;
  readonly end_time: number | null;
  readonly price: string;
  readonly currency: string;
};

/** The cheapest work that is sold in this way for USDT. */
export async function cheapest({ get }: Calls, saleType: string): Promise<Work> {
  const query = `sale_type=${saleType}&status=on_sale&currency=USDT&sort=price_up&limit=1`;
  const [first] = (await get<{ list: readonly Work[] }>(`/bind_box/getBoxList?${query}`)).list;
  if (!first) throw new Error(`no ${saleType} is on sale`);
  return first;
}

export type Collector = { readonly app: App; readonly page: Page; readonly calls: Calls };

/** Has a member of staff approve what was asked for last. */
export async function approveNewest(staff: Colleague, queue: string): Promise<void> {
  await staff.post('/staff/queue/approve', { queue, id: (await staff.newest(queue)) ?? '', reason: 'by the rules' });
}

/** Claims a deposit of USDT, which staff have to approve. */
async function claimDeposit({ get, post, upload }: Calls, usdt: string): Promise<void> {
  const voucher = await upload('/upload');
  const { list } = await get<{ list: { currency_id: number; currency: string }[] }>('/bind_box/getNftCurrency');
  await post('/wallet/charge_req', {
    currency: String(list.find(({ currency }) => currency === 'USDT')?.currency_id),
    type: 'TRC20',
    amount: usdt,
    txid: randomBytes(32).toString('hex'),
    voucher,
  });
}

/** Gives the user of the page USDT, without the screens of a deposit. */
export async function fund({ page }: App, usdt: string): Promise<void> {
  await claimDeposit(callsOf(await pageSession(page)), usdt);
  await approve('deposit');
}

/** Registers a user of the test's own: of the basic level, with USDT in the spot account and a payment password. */
export async function newCollector(page: Page, look: Parameters<typeof App.open>[1], usdt: string): Promise<Collector> {
  const app = await App.open(page, look);
  const address = `nft-${randomUUID().slice(0, 8)}@example.com`;
  await register(app, address, 'a-decent-secret-81');
  const session = await pageSession(page);
  const calls = callsOf(session);
  await setPayPassword(calls, address);
  // A new payment password pauses what goes to other users.
  await advanceClock({ ms: PAUSED_FOR });
  // The session of a member of staff ends within that time.
  const staff = await joinStaff('Ilse Brandt', 'admin');
  const card_id = randomBytes(5).toString('hex').toUpperCase();
  await calls.post('/user/real', { real_type: '1', id_type: 'passport', country: 'GB', name: 'Mira Stone', card_id });
  await approveNewest(staff, 'identity');
  await claimDeposit(calls, usdt);
  await approveNewest(staff, 'deposit');
  // The page knows of the payment password and the level from now on.
  await page.reload();
  await expect(page.getByTestId('home-total')).toBeVisible();
  return { app, page, calls };
}

/** Pays the deposit of an auction and bids, by the calls of the page. */
export async function bid({ calls }: Collector, code: string, price: string): Promise<void> {
  const { viewer, currency, margin } = await calls.get<{
    viewer: { deposit: string };
    currency: string;
    margin: string;
  }>(`/bind_box/getBoxDetail?code=${code}`);
  if (viewer.deposit === 'none') {
    await calls.post('/bind_box/marginNFT', { code, currency, deposit: margin, key: PAY_PASSWORD });
  }
  await calls.post('/bind_box/auctionNFT', { code, price, currency, key: PAY_PASSWORD });
}

/** USDT from which a purchase has to be approved by a code, and a bid as well: works up to this price are bought. */
const UNAPPROVED = 150;
const HALF_A_DAY = 43_200_000;

/** The cheapest work at a fixed price: house and collectors offer others each day, until one needs no approval. */
export async function affordable(calls: Calls): Promise<Work> {
  for (let tries = 0; tries < 8; tries += 1) {
    const work = await cheapest(calls, 'normal');
    if (Number(work.price) <= UNAPPROVED) return work;
    await advanceClock({ ms: HALF_A_DAY });
  }
  throw new Error(`no work costs at most ${UNAPPROVED} USDT within four days`);
}

/** Makes the demonstration user an artist, once. */
async function becomeArtist({ get, post, upload }: Calls): Promise<void> {
  const { artist } = await get<{ artist: object | null }>('/bind_box/artist/me');
  if (artist) return;
  const biography = 'Draws in shades of grey, each of them once.';
  await post('/bind_box/artist/apply', { name: 'Ottoline Grau', biography, pictures: await upload('/upload', 400) });
  await approveNewest(await joinStaff('Juno Park', 'admin'), 'artist');
}

/**
 * Puts a new work of the demonstration user up for auction, for two hours. Its price is the journeys' own: what works of
 * others cost is another on each day, and what a work may be put up for depends on it. A step is a twentieth of the price,
 * less than the deposit of a tenth: the second bidder is offered the work only where the kept deposit covers the step.
 * Returns its code.
 */
export async function openAuction(): Promise<string> {
  const credentials = { user_string: DEMO.user, password: DEMO.password };
  const { session } = await ownSession('/user/login', credentials);
  const calls = callsOf(session);
  await setPayPassword(calls, DEMO.user);
  await becomeArtist(calls);
  const submitted = await calls.post<{ id: string }>('/bind_box/submissions', {
    media_id: await calls.upload('/bind_box/media', 400),
    title: 'Grauton',
    description: 'Every pixel is another grey.',
    royalty_bp: '500',
    editions: '1',
  });
  await approveNewest(await joinStaff('Juno Park', 'admin'), 'artwork');
  await advanceClock({ ms: PAUSED_FOR });
  const { list } = await calls.get<{ list: readonly { id: string; code: string }[] }>('/bind_box/submissions');
  const code = list.find(({ id }) => id === submitted.id)?.code ?? '';
  await calls.post('/bind_box/artist/sell', {
    code,
    sale_type: 'auction',
    currency: 'USDT',
    price: '40',
    increment: '2',
    end_time: String((await backendNow()) + AUCTION_MS),
    key: PAY_PASSWORD,
  });
  return code;
}
