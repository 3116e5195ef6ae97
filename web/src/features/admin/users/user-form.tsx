import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { useCan, useMe } from '~/metadata/access.ts';
import { Form } from '~/ui/form.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { sameValue } from '~/views/form/draft.ts';
import { useRecordDraft } from '~/views/form/use-record-draft.ts';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { personName, type User, usersPath } from '../parts/people.ts';
import { RoleSelect } from '../parts/role-select.tsx';

const texts = ['firstName', 'lastName', 'email', 'title'] as const;
type Values = Record<(typeof texts)[number], string> & { roles: readonly string[] };

const valuesOf = (user: User): Values => ({
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  email: user.email,
  title: user.title ?? '',
  roles: user.roles ?? [],
});

/** Edits name, address and roles. Only changes are sent, because some need more permissions. */
export function UserForm({ user }: { readonly user: User }) {
  const { t } = useTranslation(['admin', 'common']);
  const isAdmin = useCan().scope('identity:admin');
  const isSelf = useMe().user._id === user._id;
  const client = useQueryClient();
  const draft = useRecordDraft<User, Values>({ path: usersPath, record: user, read: valuesOf });
  const { values, base } = draft;
  const { save, isSaving, problems } = useSave({
    send: () => {
      const change: Record<string, unknown> = {};
      for (const key of texts) if (values[key] !== base[key]) change[key] = values[key].trim() || null;
      if (!sameValue(values.roles, base.roles)) change.roles = values.roles;
      return draft.save(change);
    },
    inputs: [...texts, 'roles'],
    onDone: (next) => {
      void client.invalidateQueries({ queryKey: keys.model(usersPath) });
      notifyDone(t('users.saved', { name: personName(next) }));
    },
  });
  const submit = () => {
    save();
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm">
        <FormAlert text={problems.form} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {texts.map((key) => (
            <TextInput
              key={key}
              type={key === 'email' ? 'email' : 'text'}
              label={t(`users.${key}`)}
              description={key === 'email' ? t(isSelf ? 'users.emailOfSelf' : 'users.emailHelp') : undefined}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              readOnly={!isAdmin || (key === 'email' && isSelf)}
              required={key === 'email'}
              value={values[key]}
              onChange={(event) => draft.change({ [key]: event.currentTarget.value })}
              error={problems.fields[key]}
            />
          ))}
        </SimpleGrid>
        <RoleSelect
          value={values.roles}
          onChange={(roles) => draft.change({ roles })}
          error={problems.fields.roles}
          readOnly={!isAdmin}
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
