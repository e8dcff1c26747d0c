import { Explained } from '@tessera/ui/content';
import type { ReactNode } from 'react';
import type { OutlookWhyProps } from './OutlookWhy.tsx';
import { OutlookWhy } from './why.ts';

type Props = OutlookWhyProps & { readonly title: string; readonly value: ReactNode };

/** A figure of an order before it is placed, with the formula behind it. */
export const ExplainedOutlook = ({ title, value, ...props }: Props) => (
  <Explained title={title} value={value}>
    <OutlookWhy props={props} />
  </Explained>
);
