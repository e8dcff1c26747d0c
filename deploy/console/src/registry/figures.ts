import { useQuery } from '@tessera/query';
import type { RegistryError, Status } from '@tessera/registry-api';
import { createContext, useContext, useState } from 'react';
import { useServices } from '../app/services.ts';

/** Polling interval while the page is visible, in ms. */
export const STATUS_EVERY = 2_000;
/** Age at which figures are stale, in ms: several polls have failed. */
export const OLD_AFTER = 5 * STATUS_EVERY;

export type Figures = {
  readonly status: Status | undefined;
  /** Unix ms when they were read. */
  readonly readAt: number;
  /** Error of the last poll; null if it succeeded. */
  readonly error: RegistryError | null;
  readonly checking: boolean;
  readonly retry: () => void;
};

/**
 * Live versions and their health, polled while the page is visible; keeps the last figures while the registry is down.
 */
export function usePolledFigures(): Figures {
  const { registry } = useServices();
  const query = useQuery<Status, RegistryError>({
    queryKey: ['status'],
    queryFn: ({ signal }) => registry('GET /registry/status', {}, signal),
    refetchInterval: STATUS_EVERY,
  });
  // Without data each new fetch clears the previous error, and the screen would flicker.
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
/** One poll for all users of the figures. */
export const FiguresProvider = FiguresContext.Provider;

export function useFigures(): Figures {
  const figures = useContext(FiguresContext);
  if (!figures) throw new Error('this component is used outside of FiguresProvider');
  return figures;
}

/** Whether the figures are current. */
export const areOld = ({ error, readAt }: Pick<Figures, 'error' | 'readAt'>, now: number): boolean =>
  error !== null || now - readAt > OLD_AFTER;
