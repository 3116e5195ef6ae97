import { ActionIcon, Group, Input, Stack, Text, Tooltip } from '@mantine/core';
import { IconHome, IconHomeFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { NamedIcon } from '~/ui/named-icon.tsx';
import { Select } from '~/ui/select/select.tsx';
import { SortableList } from '~/ui/sortable-list.tsx';
import { type ScreenRecord, screensPath } from '../screens/screen-values.ts';

interface ScreensInputProps {
  readonly value: readonly string[];
  readonly first: string | null;
  readonly error?: string | undefined;
  readonly onChange: (screenIds: string[]) => void;
  readonly onFirst: (screenId: string | null) => void;
}

const input = { sort: ['name'], limit: 200 } as const;

/** The screens of a workspace in order, and the one that opens first. */
export function ScreensInput({ value, first, error, onChange, onFirst }: ScreensInputProps) {
  const { t } = useTranslation('screens');
  const { data, isPending } = useQuery({
    queryKey: keys.list(screensPath, input),
    queryFn: async ({ signal }) => (await records.list(screensPath, input, signal)).data as readonly ScreenRecord[],
  });
  const screens = data ?? [];
  const row = (id: string) => {
    const screen = screens.find(({ _id }) => _id === id);
    const name = screen?.name ?? (isPending ? '…' : t('workspace.missingScreen'));
    const isFirst = id === first;
    const label = t(isFirst ? 'workspace.opensFirst' : 'workspace.openFirst', { name });
    return {
      id,
      label: name,
      content: (
        <Group gap="xs" wrap="nowrap">
          <Tooltip label={label}>
            <ActionIcon
              variant="subtle"
              color={isFirst ? undefined : 'gray'}
              size="sm"
              aria-label={label}
              aria-pressed={isFirst}
              onClick={() => onFirst(isFirst ? null : id)}
            >
              {isFirst ? <IconHomeFilled size={16} /> : <IconHome size={16} />}
            </ActionIcon>
          </Tooltip>
          <NamedIcon name={screen?.icon} layout={screen?.layout ?? 'list'} />
          <Text size="sm" truncate c={screen || isPending ? undefined : 'red'}>
            {name}
          </Text>
        </Group>
      ),
    };
  };
  return (
    <Input.Wrapper label={t('workspace.screens')} description={t('workspace.screensHelp')} error={error}>
      <Stack gap={4} mt={4}>
        <SortableList
          label={t('workspace.screens')}
          items={value.map(row)}
          onOrder={onChange}
          onRemove={(removed) => onChange(value.filter((id) => id !== removed))}
        />
        <Select
          size="xs"
          aria-label={t('workspace.addScreen')}
          placeholder={t('workspace.addScreen')}
          data={screens.filter(({ _id }) => !value.includes(_id)).map(({ _id, name }) => ({ value: _id, label: name }))}
          value={null}
          onChange={(id) => id !== null && onChange([...value, id])}
          searchable
          nothingFoundMessage={t('nothingFound')}
        />
      </Stack>
    </Input.Wrapper>
  );
}
