import { Button, Group, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { notifyDone } from '~/ui/notify.ts';
import { FormAlert } from '../parts/form-alert.tsx';
import { useSave } from '../parts/use-save.ts';
import { UserSelect } from '../parts/user-select.tsx';
import { type GroupKind, type GroupRecord, leaderOf } from './group-kind.ts';

interface GroupFormProps {
  readonly kind: GroupKind;
  readonly group: GroupRecord;
}

export function GroupForm({ kind, group }: GroupFormProps) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const isAdmin = useCan().scope('identity:admin');
  const form = useForm({
    initialValues: {
      name: group.name,
      description: group.description ?? '',
      leader: leaderOf(kind, group),
      active: group.active ?? true,
    },
  });
  const { save, isSaving, problems } = useSave({
    send: ({ name, description, leader, active }: typeof form.values) =>
      records.update(
        kind.path,
        group._id,
        { name: name.trim(), description: description.trim() || null, active, [kind.leaderField]: leader },
        { version: group.version },
      ),
    inputs: ['name', 'description', 'active', kind.leaderField],
    onDone: ({ name }) => {
      void client.invalidateQueries({ queryKey: keys.model(kind.path) });
      notifyDone(t('groupPages.saved', { name }));
    },
  });
  const { fields } = problems;
  return (
    <form onSubmit={form.onSubmit((values) => save(values))}>
      <Stack gap="sm">
        <FormAlert text={problems.form} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={t('groupPages.name')}
            required
            readOnly={!isAdmin}
            {...form.getInputProps('name')}
            error={fields.name}
          />
          <UserSelect
            label={t(`groupPages.${kind.key}.leader`)}
            value={form.values.leader}
            onChange={(leader) => form.setFieldValue('leader', leader)}
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
          {...form.getInputProps('description')}
          error={fields.description}
        />
        <Switch
          label={t('users.active')}
          disabled={!isAdmin}
          {...form.getInputProps('active', { type: 'checkbox' })}
          error={fields.active}
        />
        {isAdmin && (
          <Group>
            <Button type="submit" loading={isSaving} disabled={!form.isDirty()}>
              {t('common:save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
