import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Filter, type ListInput, type RecordData, records } from '~/api/records.ts';
import { namedFirst } from '~/lib/rank-matches.ts';
import { useCan } from '~/metadata/access.ts';
import { useCreateRecord } from '~/metadata/create-record.ts';
import type { Model } from '~/metadata/model.ts';
import { errorText } from '~/ui/error-text.ts';
import type { OptionItem } from '../option-list.tsx';
import { initialFrom, recordLabel, secondLine } from './label.ts';
import { recordMark } from './mark.tsx';

const debounceMs = 200;
const shown = 20;

export const recordItem = (model: Model, record: RecordData): OptionItem => ({
  value: record._id,
  label: recordLabel(model, record),
  second: secondLine(model, record),
  left: recordMark(model, record),
});

/** Statuses and types have their own order; other records are listed newest first. */
const sortOf = (model: Model): readonly string[] | undefined =>
  model.fields.some(({ key }) => key === 'position') ? ['position'] : undefined;

/** Searches the records that a reference may point to: all of the model, or those that match. */
export function useRecordSearch(model: Model, only?: Filter) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  // A form has many references, so each one searches only when it is opened.
  const [opened, setOpened] = useState(false);
  const [q] = useDebouncedValue(query.trim(), debounceMs);
  const input: ListInput = {
    limit: shown,
    count: 'none',
    ...(only && { filter: only }),
    ...(q === '' ? { sort: sortOf(model) } : { q }),
  };
  const { data, error, isFetching } = useQuery({
    queryKey: keys.list(model.path, input),
    queryFn: ({ signal }) => records.list(model.path, input, signal),
    placeholderData: keepPreviousData,
    enabled: opened,
  });
  return {
    query,
    onQuery: setQuery,
    onOpen: () => setOpened(true),
    items: namedFirst(
      (data?.data ?? []).map((record) => recordItem(model, record)),
      q,
      ({ label }) => label,
    ),
    loading: isFetching || q !== query.trim(),
    failure: error ? errorText(error, t) : undefined,
  };
}

/** Offers to create a record when the search finds none. A new record might not match `only`, so it is not offered then. */
export function useCreateInPlace(model: Model, query: string, onCreated: (record: RecordData) => void, only?: Filter) {
  const { t } = useTranslation('fields');
  const create = useCreateRecord();
  const can = useCan();
  const [creating, setCreating] = useState(false);
  const run = async (text: string) => {
    setCreating(true);
    const record = await create(model, initialFrom(model, text), { once: true });
    setCreating(false);
    if (record) onCreated(record);
  };
  const label = t('createRecord', { model: model.label, text: query.trim() });
  return {
    creating,
    create: can.write(model) && only === undefined ? { label, run: (text: string) => void run(text) } : undefined,
  };
}
