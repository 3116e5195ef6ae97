import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';

interface RecordOfUrlProps<T> {
  readonly path: string;
  readonly children: (record: T) => ReactNode;
}

/** Reads the record whose id is in the URL, and shows it. Another record gets new components, without the old state. */
export function RecordOfUrl<T>({ path, children }: RecordOfUrlProps<T>) {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keys.record(path, id),
    queryFn: ({ signal }) => records.get(path, id, [], signal),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  return <Fragment key={id}>{children(data as T)}</Fragment>;
}
