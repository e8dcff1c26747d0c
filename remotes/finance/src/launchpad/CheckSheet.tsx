import { type Allocation, rateOf, useAllocationCheck, useOwnShare } from '@tessera/api/launchpad';
import { allocationFault } from '@tessera/api/launchpad/verify';
import { useTexts } from '@tessera/i18n';
import { cmp, div, formatRate } from '@tessera/money';
import { useSession } from '@tessera/session';
import { KeyValue, Loaded, Sheet, Text, useLocale } from '@tessera/ui';
import { Code, Explained, Verification } from '@tessera/ui/content';
import { figure } from './figures.ts';
import styles from './Launchpad.module.css';

/** Recomputes every share of the published table. */
function checkOf(allocation: Allocation) {
  const found = allocationFault(allocation);
  const { supply, weight } = rateOf(
    allocation,
    allocation.shares.map(([, committed]) => committed),
  );
  const whole = cmp(supply, weight) >= 0;
  return { allocation, fault: found?.fault ?? null, rate: whole ? '1' : div(supply, weight) };
}

function Own({ project, allocation }: { readonly project: number; readonly allocation: Allocation }) {
  const t = useTexts('finance/launchpad');
  const locale = useLocale();
  const own = useOwnShare({ id: project });
  if (!own.data) return own.error ? <Text>{t('ownNone')}</Text> : null;
  const row = allocation.shares.find(([hash]) => hash === own.data.hash);
  const of = (value: string) => `${figure(value, allocation.scale, locale)}\u00a0${allocation.currency}`;
  return (
    <>
      <KeyValue
        items={[
          { label: t('appliedFor'), value: of(own.data.committed) },
          { label: t('own'), value: row ? of(row[2]) : t('ownNone'), strong: true },
        ]}
      />
      <Text>
        {t('hash')}: SHA-256({project}:{own.data.uid}:{own.data.salt})
      </Text>
      <Code>{own.data.hash}</Code>
    </>
  );
}

type Props = { readonly project: number; readonly open: boolean; readonly onClose: () => void };

/** The published table of a sale, checked in this browser, with the row of the user. */
export function CheckSheet({ project, open, onClose }: Props) {
  const t = useTexts('finance/launchpad');
  const locale = useLocale();
  const signedIn = useSession() !== null;
  const check = useAllocationCheck(project, checkOf, open);
  return (
    <Sheet open={open} onClose={onClose} title={t('checkTitle')}>
      <div className={styles.stack}>
        <Loaded query={check} compact waiting={<Verification outcome={null} says={t('checking')} />}>
          {(data) => (
            <Verification
              outcome={data.fault === null ? 'valid' : 'wrong'}
              says={data.fault === null ? t('valid') : t('wrong', { fault: data.fault })}
              outside={t('outside')}
              command={`npm run tessera -- verify-allocation ${project}`}
            >
              <KeyValue
                items={[
                  { label: t('users'), value: figure(String(data.allocation.users), 0, locale) },
                  { label: t('appliedFor'), value: figure(data.allocation.committed, data.allocation.scale, locale) },
                  { label: t('allottedAll'), value: figure(data.allocation.allotted, data.allocation.scale, locale) },
                  {
                    label: t('rate'),
                    value: (
                      <Explained title={t('rate')} value={formatRate(data.rate, locale, 4)} note={t('rateNote')} />
                    ),
                  },
                ]}
              />
              {signedIn && <Own project={project} allocation={data.allocation} />}
            </Verification>
          )}
        </Loaded>
      </div>
    </Sheet>
  );
}
