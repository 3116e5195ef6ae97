import { Button, Group, Loader, Modal, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useMe } from '~/metadata/access.ts';
import { rankFound } from '~/ui/select/rank-options.ts';
import { Select } from '~/ui/select/select.tsx';
import { colleaguesQuery, teamsQuery } from '../inbox-api.ts';
import type { Actions } from '../use-actions.ts';

interface AssignDialogProps {
  readonly ids: readonly string[];
  readonly actions: Actions;
  readonly onClose: () => void;
}

/** Assigns conversations to a user or team. A choice takes effect at once. */
export function AssignDialog({ ids, actions, onClose }: AssignDialogProps) {
  const { t } = useTranslation('inbox');
  const { user } = useMe();
  const can = useCan();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 200);
  const found = useQuery({ ...colleaguesQuery(q), placeholderData: keepPreviousData });
  const { data: teams = [] } = useQuery({ ...teamsQuery, enabled: can.scope('identity:read') });
  const assign = (to: { userId: string | null } | { teamId: string }) => {
    actions.assign(ids, to);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('assign.title', { count: ids.length })} size="sm">
      <Stack gap="sm">
        <Group gap="xs">
          <Button size="xs" data-autofocus onClick={() => assign({ userId: user._id })}>
            {t('assign.me')}
          </Button>
          <Button size="xs" variant="default" onClick={() => assign({ userId: null })}>
            {t('assign.nobody')}
          </Button>
        </Group>
        <Select
          label={t('assign.user')}
          placeholder={t('assign.find')}
          data={(found.data ?? []).map(({ _id, name, email }) => ({ value: _id, label: name || email }))}
          searchable
          searchValue={text}
          onSearchChange={setText}
          filter={rankFound}
          loading={found.isFetching || text.trim() !== q}
          nothingFoundMessage={found.isFetching ? <Loader size="xs" /> : t('assign.none')}
          value={null}
          onChange={(id) => id !== null && assign({ userId: id })}
        />
        {teams.length > 0 && (
          <Select
            label={t('assign.team')}
            data={teams.map(({ _id, name }) => ({ value: _id, label: String(name ?? '') }))}
            searchable
            value={null}
            onChange={(id) => id !== null && assign({ teamId: id })}
          />
        )}
      </Stack>
    </Modal>
  );
}
