import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useCan, useMe } from '~/metadata/access.ts';
import { notifyDone } from '~/ui/notify.ts';
import { FormAlert } from '../parts/form-alert.tsx';
import { personName, type User, usersPath } from '../parts/people.ts';
import { RoleSelect } from '../parts/role-select.tsx';
import { useEdits } from '../parts/use-edits.ts';
import { useSave } from '../parts/use-save.ts';

const texts = ['firstName', 'lastName', 'email', 'title'] as const;
type Values = Record<(typeof texts)[number], string> & { roles: readonly string[] };

const valuesOf = (user: User): Values => ({
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  email: user.email,
  title: user.title ?? '',
  roles: user.roles ?? [],
});

/** Name, address and roles. Sends only what was changed, because some of it needs more rights. */
export function UserForm({ user }: { readonly user: User }) {
  const { t } = useTranslation(['admin', 'common']);
  const isAdmin = useCan().scope('identity:admin');
  const isSelf = useMe().user._id === user._id;
  const before = valuesOf(user);
  const { values, set, isEdited, version, saved } = useEdits(usersPath, user, before);
  const { save, isSaving, problems } = useSave({
    send: () => {
      const change: Record<string, unknown> = {};
      for (const key of texts) if (values[key] !== before[key]) change[key] = values[key].trim() || null;
      if (JSON.stringify(values.roles) !== JSON.stringify(before.roles)) change.roles = values.roles;
      return records.update(usersPath, user._id, change, { version });
    },
    inputs: [...texts, 'roles'],
    onDone: (next) => {
      saved();
      notifyDone(t('users.saved', { name: personName(next as User) }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form onSubmit={submit}>
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
              onChange={(event) => set({ [key]: event.currentTarget.value })}
              error={problems.fields[key]}
            />
          ))}
        </SimpleGrid>
        <RoleSelect
          value={values.roles}
          onChange={(roles) => set({ roles })}
          error={problems.fields.roles}
          readOnly={!isAdmin}
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
