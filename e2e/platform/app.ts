import { expect, type Locator, type Page } from '@playwright/test';
import { text } from './texts.ts';
import { screen } from './where.ts';

type Look = { readonly language: string; readonly theme: 'light' | 'dark' };

/** The app on a phone: taps, and finds elements by texts of the chosen language. */
export class App {
  readonly page: Page;
  readonly language: string;

  private constructor(page: Page, language: string) {
    this.page = page;
    this.language = language;
  }

  /** Opens the app with language and theme chosen at an earlier visit. */
  static async open(page: Page, { language, theme }: Look, path = '/'): Promise<App> {
    await page.addInitScript(
      ([code, name]) => {
        localStorage.setItem('tessera.host.web-version', '1');
        localStorage.setItem('tessera.host.language', code as string);
        localStorage.setItem('tessera.host.theme', name as string);
      },
      [language, theme],
    );
    await page.goto(screen(path));
    const app = new App(page, language);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    return app;
  }

  /** A text of a package, by `namespace:key`. */
  text(path: string, values: Record<string, string> = {}): string {
    const [namespace = '', key = ''] = path.split(':');
    return text(this.language, namespace, key, values);
  }

  button = (path: string, values?: Record<string, string>): Locator =>
    this.page.getByRole('button', { name: this.text(path, values), exact: true });

  link = (path: string): Locator => this.page.getByRole('link', { name: this.text(path), exact: true });

  field = (path: string, values?: Record<string, string>): Locator =>
    this.page.getByLabel(this.text(path, values), { exact: true });

  /** An entry of the bottom bar, by the title of the page that it leads to. */
  tab = (path: string): Locator =>
    this.page.getByRole('navigation', { name: this.text('common:navigation') }).locator(`a[href="#${path}"]`);

  heading = (path: string): Locator => this.page.getByRole('heading', { level: 1, name: this.text(path), exact: true });
}

export const TABS = {
  home: '/',
  markets: '/pages/market/market',
  trade: '/pages/transaction/index',
  finance: '/pages/financial/index',
  assets: '/pages/fund/assets',
} as const;
