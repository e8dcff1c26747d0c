import { useSite } from '@tessera/api/site';
import { bus } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { useQueryClient } from '@tessera/query';
import { subscribeTopic } from '@tessera/realtime';
import { asScreenUrl, type ScreenUrl, screenUrl } from '@tessera/router';
import { Button, Sheet, Stack } from '@tessera/ui';
import { useEffect, useState } from 'react';
import styles from './Extras.module.css';
import { markRules, type Paused, pausedAt } from './paused-links.ts';

const NONE: Paused = [];

/**
 * Services that an operator has paused: every link to one is marked, and following it first says that it is paused, with
 * the ways on. A screen that was opened by its address says so too.
 */
export function PausedServices() {
  const t = useTexts('app');
  const queries = useQueryClient();
  const site = useSite().data;
  const paused = site?.paused ?? NONE;
  const [asked, setAsked] = useState<ScreenUrl | null>(null);
  const [open, setOpen] = useState(false);
  const mark = t('paused.mark');

  // What is paused comes live; a page that knows the same reads nothing.
  const known = site && JSON.stringify(paused.map(({ service }) => service));
  useEffect(() => {
    if (known === undefined) return;
    return subscribeTopic('site:paused', (rows) => {
      if (JSON.stringify(rows.at(-1)) !== known) void queries.invalidateQueries({ queryKey: useSite.key({}) });
    });
  }, [known, queries]);

  useEffect(() => {
    const rules = markRules(paused, mark);
    if (rules === '') return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [paused, mark]);

  useEffect(() => {
    if (paused.length === 0) return;
    const ask = (next: ScreenUrl) => {
      setAsked(next);
      setOpen(true);
    };
    const here = asScreenUrl(location.hash.slice(1));
    if (here && pausedAt(paused, here)) ask(here);
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
      const to = asScreenUrl((link?.getAttribute('href') ?? '').slice(1));
      if (!link || !to || !pausedAt(paused, to) || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      ask(to);
    };
    document.addEventListener('click', follow, { capture: true });
    return () => document.removeEventListener('click', follow, { capture: true });
  }, [paused]);

  const go = (to: ScreenUrl) => {
    setOpen(false);
    if (location.hash !== `#${to}`) bus.request('navigate', { to });
  };
  return (
    <Sheet open={open} onClose={() => setOpen(false)} title={t('paused.title')}>
      <Stack gap={3} below={4}>
        <p className={styles.text}>{t('paused.text')}</p>
        <Button block size="l" onClick={() => go(screenUrl('/pages/mailMessage/ggList'))}>
          {t('paused.news')}
        </Button>
        {asked && (
          <Button block size="l" variant="secondary" onClick={() => go(asked)}>
            {t('paused.open')}
          </Button>
        )}
      </Stack>
    </Sheet>
  );
}
