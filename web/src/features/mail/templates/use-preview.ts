import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mailApi, mailKeys, type Preview, type PreviewInput } from '../mail-api.ts';
import { ownVariables } from './own-variables.ts';
import type { Draft } from './use-draft.ts';

const typingMs = 400;
const keptMs = 30_000;
const shownFields = ['subject', 'html', 'text', 'previewText', 'format', 'sampleData'];

/** Renders the edited template with its sample data or for a contact. */
export function usePreview({ base, draft, changes }: Draft, contactId: string | undefined) {
  const typed = Object.fromEntries(Object.entries(changes).filter(([key]) => shownFields.includes(key)));
  const own = ownVariables(draft).map(({ path }) => [path, draft.sampleData?.[path]]);
  const input: PreviewInput = {
    ...(Object.keys(typed).length > 0 && { draft: typed }),
    // A contact replaces only the people of the sample data. The other values stay.
    ...(contactId !== undefined && { contactId, variables: Object.fromEntries(own) }),
  };
  const [settled] = useDebouncedValue(JSON.stringify(input), typingMs);
  const query = useQuery({
    queryKey: mailKeys.preview(base._id, { version: base.version, settled }),
    queryFn: ({ signal }) => mailApi.preview(base._id, JSON.parse(settled) as PreviewInput, signal),
    placeholderData: keepPreviousData,
    gcTime: keptMs,
    retry: false,
  });
  // While the template has an error, the last valid preview stays.
  const [last, setLast] = useState<Preview>();
  if (query.data && query.data !== last) setLast(query.data);
  return { data: query.data ?? last, error: query.error, refetch: query.refetch };
}
