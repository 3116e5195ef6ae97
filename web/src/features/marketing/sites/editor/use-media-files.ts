import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '~/api/keys.ts';
import { type ListInput, records } from '~/api/records.ts';

export type MediaKind = 'image' | 'video';

export const filesPath = '/api/data/storedFiles';

const pauseMs = 200;
const shown = 20;

/** Content types that websites serve. */
const types: Readonly<Record<MediaKind, readonly string[]>> = {
  image: ['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/svg+xml', 'image/webp'],
  video: ['video/mp4', 'video/webm'],
};

/** Searches uploaded images or videos, newest first. The first request is sent when the input opens. */
export function useMediaFiles(kind: MediaKind) {
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const [q] = useDebouncedValue(search.trim(), pauseMs);
  const input: ListInput = {
    filter: { mimeType: { in: [...types[kind]] } },
    limit: shown,
    count: 'none',
    ...(q !== '' && { q }),
  };
  const { data, isFetching } = useQuery({
    queryKey: keys.list(filesPath, input),
    queryFn: ({ signal }) => records.list(filesPath, input, signal),
    placeholderData: keepPreviousData,
    enabled: opened,
  });
  return {
    files: (data?.data ?? []).map(({ _id, name }) => ({ id: _id, name: String(name ?? '') })),
    search,
    loading: isFetching || q !== search.trim(),
    onSearch: setSearch,
    onOpen: () => setOpened(true),
  };
}
