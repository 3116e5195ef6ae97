import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mailApi, mailKeys, type Preview, type PreviewInput } from '../mail-api.ts';
import { ownVariables } from './own-variables.ts';
import type { Draft } from './use-draft.ts';

const typingMs = 400;
const keptMs = 30_000;
const shownFields = ['subject', 'html', 'text', 'previewText', 'format', 'sampleData'];

/** The template as it is typed, for its sample data or for a contact. */
export function usePreview({ base, draft, changes }: Draft, contactId: string | undefined) {
  const typed = Object.fromEntries(Object.entries(changes).filter(([key]) => shownFields.includes(key)));
  const own = ownVariables(draft).map(({ path }) => [path, draft.sampleData?.[path]]);
  const input: PreviewInput = {
    ...(Object.keys(typed).length > 0 && { draft: typed }),
    // A contact takes the place of the people of the sample data, not of its other values.
    ...(contactId !== undefined && { contactId, variables: Object.fromEntries(own) }),
  };
  const [settled] = useDebouncedValue(JSON.stringify(input), typingMs);
  const query = useQuery({
    queryKey: mailKeys.preview(base._id, { version: base.version, settled }),
    queryFn: ({ signal }) => mailApi.preview(base._id, JSON.parse(settled) as PreviewInput, signal),
    placeholderData: keepPreviousData,
    gcTime: keptMs,
    retry: false,
  }); // While there is a mistake, the last good preview stays.
  const [last, setLast] = useState<Preview>();
  if (query.data && query.data !== last) setLast(query.data);
  return { data: query.data ?? last, error: query.error, refetch: query.refetch };
}
