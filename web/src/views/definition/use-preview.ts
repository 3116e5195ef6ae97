import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actions, answer } from '~/api/actions.ts';
import { keys } from '~/api/keys.ts';
import type { Filter, RecordData } from '~/api/records.ts';

/** The pause after the last change before the records are counted. */
const pauseMs = 400;
const sampleSize = 5;

export interface Preview {
  readonly count: number;
  readonly sample: readonly RecordData[];
}

interface Request {
  /** The segment, when its records chosen by hand count too. */
  readonly id: string | undefined;
  readonly modelKey: string;
  readonly definition: Filter;
}

function send({ id, modelKey, definition }: Request): Promise<Preview> {
  const body = { modelKey, definition, sampleSize } as never;
  const preview =
    id === undefined
      ? answer(actions.POST('/api/marketing/segment-preview', { body }))
      : answer(actions.POST('/api/marketing/segments/{id}/preview', { params: { path: { id } }, body }));
  return preview as Promise<unknown> as Promise<Preview>;
}

/** Counts the records of a definition while it is edited; undefined counts nothing. One request runs at a time. */
export function usePreview(request: Request | undefined) {
  const text = request ? JSON.stringify(request) : undefined;
  const [settled] = useDebouncedValue(text, pauseMs);
  const [asked, setAsked] = useState(settled);
  const { data, error, isFetching } = useQuery({
    queryKey: [...keys.model('/api/marketing/segments'), 'preview', asked],
    // Without the signal a request ends before the next one begins, also on the server.
    queryFn: () => send(JSON.parse(asked ?? '{}') as Request),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!isFetching && asked !== settled) setAsked(settled);
  return { data, error, isCurrent: asked === text && !isFetching };
}
