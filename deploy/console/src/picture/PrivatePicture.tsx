import { useQuery } from '@tessera/query';
import { Text } from '@tessera/ui';
import { useEffect, useState } from 'react';
import { useServices } from '../app/services.ts';
import styles from './PrivatePicture.module.css';

export type PrivatePictureProps = {
  readonly location: string;
  /** Whether the backend shows it to this member; every look is recorded. */
  readonly mine: boolean;
  /** Where it does not: what to do to see it. */
  readonly hidden: string;
  readonly alt: string;
};

/** A picture of a user that only the member sees whose case it is. */
export function PrivatePicture({ location, mine, hidden, alt }: PrivatePictureProps) {
  const { picture } = useServices();
  const { data } = useQuery({
    queryKey: ['picture', location],
    queryFn: ({ signal }) => picture(location, signal),
    enabled: mine,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (!mine) return <Text>{hidden}</Text>;
  return address ? <img className={styles.picture} src={address} alt={alt} /> : null;
}
