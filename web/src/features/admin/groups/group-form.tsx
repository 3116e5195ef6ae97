import { Button, Group, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { notifyDone } from '~/ui/notify.ts';
import { FormAlert } from '../parts/form-alert.tsx';
import { useEdits } from '../parts/use-edits.ts';
import { useSave } from '../parts/use-save.ts';
import { UserSelect } from '../parts/user-select.tsx';
import { type GroupKind, type GroupRecord, leaderOf } from './group-kind.ts';

interface GroupFormProps {
  readonly kind: GroupKind;
  readonly group: GroupRecord;
}

export function GroupForm({ kind, group }: GroupFormProps) {
  const { t } = useTranslation(['admin', 'common']);
  const isAdmin = useCan().scope('identity:admin');
  const { values, set, isEdited, version, saved } = useEdits(kind.path, group, {
    name: group.name,
    description: group.description ?? '',
    leader: leaderOf(kind, group),
    active: group.active ?? true,
  });
  const { save, isSaving, problems } = useSave({
    send: () => {
      const { name, description, leader, active } = values;
      const record = { name: name.trim(), description: description.trim() || null, active, [kind.leaderField]: leader };
      return records.update(kind.path, group._id, record, { version });
    },
    inputs: ['name', 'description', 'active', kind.leaderField],
    onDone: (next) => {
      saved();
      notifyDone(t('groupPages.saved', { name: next.name }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const { fields } = problems;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <FormAlert text={problems.form} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={t('groupPages.name')}
            required
            readOnly={!isAdmin}
            value={values.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={fields.name}
          />
          <UserSelect
            label={t(`groupPages.${kind.key}.leader`)}
            value={values.leader}
            onChange={(leader) => set({ leader })}
            error={fields[kind.leaderField]}
            readOnly={!isAdmin}
            clearable={isAdmin}
          />
        </SimpleGrid>
        <Textarea
          label={t('roles.description')}
          autosize
          minRows={2}
          maxRows={8}
          readOnly={!isAdmin}
          value={values.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
          error={fields.description}
        />
        <Switch
          label={t('users.active')}
          disabled={!isAdmin}
          checked={values.active}
          onChange={(event) => set({ active: event.currentTarget.checked })}
          error={fields.active}
        />
        {isAdmin && (
          <Group>
            <Button type="submit" loading={isSaving} disabled={!isEdited}>
              {t('common:save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
