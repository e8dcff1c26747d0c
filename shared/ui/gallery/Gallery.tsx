import { Heading, ToastHost } from '@tessera/ui';
import type { ComponentType } from 'react';
import styles from './Gallery.module.css';
import { ActionSection } from './sections/ActionSection.tsx';
import { ChoiceSection } from './sections/ChoiceSection.tsx';
import { ContentSection } from './sections/ContentSection.tsx';
import { FigureSection } from './sections/FigureSection.tsx';
import { FormSection } from './sections/FormSection.tsx';
import { FrameSection } from './sections/FrameSection.tsx';
import { OverlaySection } from './sections/OverlaySection.tsx';
import { StateSection } from './sections/StateSection.tsx';
import { TokenSection } from './sections/TokenSection.tsx';

const SECTIONS: ReadonlyArray<readonly [string, ComponentType]> = [
  ['Tokens and brand', TokenSection],
  ['Actions', ActionSection],
  ['Choices', ChoiceSection],
  ['Figures', FigureSection],
  ['Forms', FormSection],
  ['States', StateSection],
  ['Sheets, dialogs, toasts', OverlaySection],
  ['Content', ContentSection],
  ['Page and bars', FrameSection],
];

export type GalleryProps = { readonly themes: readonly string[]; readonly direction: string | undefined };

/** Every component and state, a column for each theme. */
export const Gallery = ({ themes, direction }: GalleryProps) => (
  <div className={styles.gallery}>
    {themes.map((theme) => (
      <div key={theme} className={styles.theme} data-theme={theme} data-direction={direction}>
        {SECTIONS.map(([title, Section]) => (
          <section key={title} className={styles.section} id={title.replace(/\W+/g, '-').toLowerCase()}>
            <Heading size={20} below={4}>
              {title}
            </Heading>
            <Section />
          </section>
        ))}
      </div>
    ))}
    <ToastHost />
  </div>
);
