import { TOOLS, type Tool } from '@tessera/api/charts';
import { useTexts } from '@tessera/i18n';
import { IconButton } from '@tessera/ui';
import { Trash2, X } from '@tessera/ui/icons';
import styles from './Chart.module.css';
import { ToolIcon } from './tool-icons.tsx';
import type { Drawings } from './use-drawings.ts';

type DrawBarProps = { readonly drawings: Drawings; readonly cursor: string | null };

/** Tools to draw with, in a row that scrolls; what the next tap or key does is said below. */
export function DrawBar({ drawings, cursor }: DrawBarProps) {
  const t = useTexts('trading/chart');
  const { tool, choose, selected, count, erase, eraseAll } = drawings;
  return (
    <div className={styles.drawBar}>
      <div className={styles.tools} role="toolbar" aria-label={t('draw.title')}>
        {(Object.keys(TOOLS) as Tool[]).map((each) => (
          <IconButton
            key={each}
            className={styles.tool}
            label={t(`draw.${each}`)}
            aria-pressed={tool === each}
            icon={<ToolIcon tool={each} />}
            onClick={() => choose(tool === each ? null : each)}
          />
        ))}
        <IconButton label={t('draw.erase')} icon={<X />} disabled={!selected} onClick={erase} />
        <IconButton label={t('draw.eraseAll')} icon={<Trash2 />} disabled={count === 0} onClick={eraseAll} />
      </div>
      <p role="status">
        {cursor ?? (tool ? t('draw.place', { tool: t(`draw.${tool}`), count: TOOLS[tool] }) : t('draw.hint'))}
      </p>
    </div>
  );
}
