import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rankFound } from '~/ui/select/rank-options.ts';
import { Select } from '~/ui/select/select.tsx';
import { foundUsersQuery, personName, userQuery } from './people.ts';

interface UserSelectProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly error?: string | undefined;
  readonly size?: string;
  readonly clearable?: boolean;
  readonly readOnly?: boolean;
  /** True when the label is only a placeholder, as in a row of filters. */
  readonly labelHidden?: boolean;
  /** Ids of users who are not offered. */
  readonly without?: readonly string[];
}

/** Chooses a user by name or address. */
export function UserSelect({
  label,
  value,
  onChange,
  clearable = true,
  labelHidden,
  without = [],
  ...rest
}: UserSelectProps) {
  const { t } = useTranslation('admin');
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, 200);
  const chosen = useQuery({ ...userQuery(value ?? ''), enabled: value !== null }).data;
  // The input contains the name of the chosen user, which must not filter the list.
  const query = chosen && text === personName(chosen) ? '' : q;
  const found = useQuery({ ...foundUsersQuery(query), placeholderData: (before) => before });
  const users = found.data?.data.filter(({ _id }) => !without.includes(_id)) ?? [];
  const data = users.map((user) => ({ value: user._id, label: personName(user) }));
  if (chosen && !data.some((option) => option.value === value))
    data.unshift({ value: chosen._id, label: personName(chosen) });
  return (
    <Select
      {...rest}
      label={labelHidden ? undefined : label}
      aria-label={labelHidden ? label : undefined}
      placeholder={labelHidden ? label : t('people.find')}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      clearable={clearable}
      searchValue={text}
      onSearchChange={setText}
      filter={rankFound}
      loading={found.isFetching || text !== q}
      nothingFoundMessage={found.isFetching ? <Loader size="xs" /> : t('people.nobody')}
    />
  );
}
