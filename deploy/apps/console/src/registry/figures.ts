import { useQuery } from '@tessera/query';
import type { RegistryError, Status } from '@tessera/registry-api';
import { createContext, useContext, useState } from 'react';
import { useServices } from '../app/services.ts';

/** ms between looks at the figures while the page is visible. */
export const STATUS_EVERY = 2_000;
/** Figures of this age are old, whatever the reason: several looks brought nothing. ms */
export const OLD_AFTER = 5 * STATUS_EVERY;

export type Figures = {
  readonly status: Status | undefined;
  /** Unix ms when they were read. */
  readonly readAt: number;
  /** Why the last look brought nothing; null when it brought something. */
  readonly error: RegistryError | null;
  readonly checking: boolean;
  readonly retry: () => void;
};

/** What is live and how it fares, polled while the page is visible; the last figures stay when the registry is away. */
export function usePolledFigures(): Figures {
  const { registry } = useServices();
  const query = useQuery<Status, RegistryError>({
    queryKey: ['status'],
    queryFn: ({ signal }) => registry('GET /registry/status', {}, signal),
    refetchInterval: STATUS_EVERY,
  });
  // Without figures each new look forgets the error of the last one; the screen would flicker between the two.
  const [last, setLast] = useState<RegistryError | null>(null);
  const settled = query.error ?? (query.data ? null : last);
  if (settled !== last) setLast(settled);
  return {
    status: query.data,
    readAt: query.dataUpdatedAt,
    error: settled,
    checking: query.isFetching,
    retry: () => void query.refetch(),
  };
}

const FiguresContext = createContext<Figures | null>(null);
/** One poll for the page, whoever looks at its figures. */
export const FiguresProvider = FiguresContext.Provider;

export function useFigures(): Figures {
  const figures = useContext(FiguresContext);
  if (!figures) throw new Error('this component stands outside of FiguresProvider');
  return figures;
}

/** Whether figures stand for what is in force now. */
export const areOld = ({ error, readAt }: Pick<Figures, 'error' | 'readAt'>, now: number): boolean =>
  error !== null || now - readAt > OLD_AFTER;
