import { useTexts } from '@tessera/i18n';
import { type ScreenUrl, screenUrl } from '@tessera/router';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { Button } from '../button/Button.tsx';
import { Card, Heading, Stack, VisuallyHidden } from '../primitives/Primitives.tsx';
import styles from './Requirements.module.css';

/** Whether the user meets it; null where that is not known: of a guest, or of a sum that is entered later. */
type Met = boolean | null;

export type Requirement =
  | { readonly asks: 'verification'; readonly advanced?: boolean; readonly met: Met }
  /** `have` is the user's level. */
  | { readonly asks: 'vip'; readonly level: number | string; readonly have: number | null; readonly met: Met }
  /** `country` is the name of the user's; null where it is served, or not known. */
  | { readonly asks: 'country'; readonly country: string | null; readonly met: Met }
  /** Amounts with their unit; of one account if it is named. `way` leads to what fills the balance; a deposit unless given. */
  | {
      readonly asks: 'balance';
      readonly account?: 'legal' | 'change' | 'lever' | 'micro';
      readonly amount: string;
      readonly have: string | null;
      readonly met: Met;
      readonly way?: { readonly to: ScreenUrl; readonly label: string };
    }
  /** The least that is taken. */
  | { readonly asks: 'minimum'; readonly amount: string; readonly met?: undefined };

/** Whether nothing that is known stands in the way. */
export const meetsAll = (requirements: readonly Requirement[]): boolean =>
  requirements.every(({ met }) => met !== false);

function useWording() {
  const t = useTexts('common');
  return (asked: Requirement) => {
    switch (asked.asks) {
      case 'verification':
        return {
          text: t(asked.advanced ? 'asks.advanced' : 'asks.verification'),
          have: null,
          way: { to: screenUrl('/pages/setting/real_mark'), label: t('asks.verify') },
        };
      case 'vip':
        return {
          text: t('asks.vip', { level: asked.level }),
          have: asked.have === null ? null : t('asks.vipHave', { level: asked.have }),
          way: { to: screenUrl('/pages/fund/vip'), label: t('asks.vipWay') },
        };
      case 'country':
        return {
          text: t('asks.country'),
          have: asked.country === null ? null : t('asks.countryNot', { country: asked.country }),
          way: null,
        };
      case 'balance':
        return {
          text: asked.account
            ? t('asks.balanceOf', { amount: asked.amount, account: t(`account.${asked.account}`) })
            : t('asks.balance', { amount: asked.amount }),
          have: asked.have === null ? null : t(asked.account ? 'asks.haveThere' : 'asks.have', { amount: asked.have }),
          way: asked.way ?? { to: screenUrl('/pages/fund/receive'), label: t('asks.deposit') },
        };
      case 'minimum':
        return { text: t('asks.minimum', { amount: asked.amount }), have: null, way: null };
    }
  };
}

const ICONS = { met: CircleCheck, unmet: CircleX, open: CircleDashed } as const;
const stateOf = (met: Met | undefined): keyof typeof ICONS =>
  met === undefined || met === null ? 'open' : met ? 'met' : 'unmet';

/**
 * What something asks of the user, before the first tap: what is met, what is not, and the way to it. Hidden only where all is
 * met: what is not known, and a least amount, which is entered later, are always shown.
 */
export function Requirements({ of }: { readonly of: readonly Requirement[] }) {
  const t = useTexts('common');
  const worded = useWording();
  if (of.every(({ met }) => met === true)) return null;
  return (
    <Card gap={2} aria-label={t('asks.title')}>
      <Heading size={14}>{t('asks.title')}</Heading>
      <Stack as="ul" gap={2}>
        {of.map((asked) => {
          const { text, have, way } = worded(asked);
          const state = stateOf(asked.met);
          const Icon = ICONS[state];
          return (
            <li key={asked.asks} className={styles.asked} data-state={state}>
              <Icon className={styles.icon} aria-hidden="true" />
              <span className={styles.text}>
                {text}
                {state !== 'open' && (
                  <VisuallyHidden>{` · ${t(state === 'met' ? 'asks.met' : 'asks.unmet')}`}</VisuallyHidden>
                )}
                {state === 'unmet' && have !== null && <small>{have}</small>}
              </span>
              {state === 'unmet' && way && (
                <Button size="s" variant="secondary" to={way.to}>
                  {way.label}
                </Button>
              )}
            </li>
          );
        })}
      </Stack>
    </Card>
  );
}
