import { Button, Group, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { Form } from '~/ui/form.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { useRecordDraft } from '~/views/form/use-record-draft.ts';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { UserSelect } from '../parts/user-select.tsx';
import { type GroupKind, type GroupRecord, leaderOf } from './group-kind.ts';

interface GroupFormProps {
  readonly kind: GroupKind;
  readonly group: GroupRecord;
}

interface Values {
  readonly name: string;
  readonly description: string;
  readonly leader: string | null;
  readonly active: boolean;
}

const recordOf = (kind: GroupKind, values: Values): Record<string, unknown> => ({
  name: values.name.trim(),
  description: values.description.trim() || null,
  active: values.active,
  [kind.leaderField]: values.leader,
});

export function GroupForm({ kind, group }: GroupFormProps) {
  const { t } = useTranslation(['admin', 'common']);
  const isAdmin = useCan().scope('identity:admin');
  const draft = useRecordDraft<GroupRecord, Values>({
    path: kind.path,
    record: group,
    read: (stored) => ({
      name: stored.name,
      description: stored.description ?? '',
      leader: leaderOf(kind, stored),
      active: stored.active ?? true,
    }),
  });
  const { values, change: set } = draft;
  const { save, isSaving, problems } = useSave({
    send: () => {
      const record = recordOf(kind, values);
      const typed = Object.keys(draft.typed).map((key) => (key === 'leader' ? kind.leaderField : key));
      return draft.save(Object.fromEntries(typed.map((key) => [key, record[key]])));
    },
    inputs: ['name', 'description', 'active', kind.leaderField],
    onDone: (next) => {
      notifyDone(t('groupPages.saved', { name: next.name }));
    },
  });
  const submit = () => {
    save();
  };
  const { fields } = problems;
  return (
    <Form onSubmit={submit}>
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
            <Button type="submit" loading={isSaving} disabled={!draft.isTyped}>
              {t('common:save')}
            </Button>
          </Group>
        )}
      </Stack>
    </Form>
  );
}
