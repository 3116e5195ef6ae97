import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldDisplay } from '~/fields/kinds.ts';
import { isEmpty } from '~/fields/values.ts';
import { useCan, useMe } from '~/metadata/access.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { errorText } from '~/ui/error-text.ts';
import { Form } from '~/ui/form.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { FormField } from '~/views/form/form-field.tsx';
import { writableFields } from '~/views/form/form-fields.ts';
import { LayoutFields } from '~/views/form/layout-fields.tsx';
import { useFormLayout } from '~/views/form/use-form-layout.ts';
import { useRecordForm } from '~/views/form/use-record-form.ts';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { personName, type ReadUser } from '../parts/people.ts';
import { RoleSelect } from '../parts/role-select.tsx';

/** Users are deactivated by an action, and the console writes the preferences itself. */
const elsewhere = ['active', 'preferences'];

const without = (model: Model, keys: readonly string[]): Model => ({
  ...model,
  fields: model.fields.filter(({ key }) => !keys.includes(key)),
});

interface UserFormProps {
  readonly user: ReadUser;
}

/** The fields of a user, which administrators change. */
export function UserForm({ user }: UserFormProps) {
  const found = useRegistry().find('identity.users');
  const isAdmin = useCan().scope('identity:admin');
  const model = useMemo(() => found && without(found, elsewhere), [found]);
  if (!model) return null;
  return isAdmin ? <EditedUser model={model} user={user} /> : <ShownUser model={model} user={user} />;
}

interface UserOfModelProps extends UserFormProps {
  readonly model: Model;
}

/** Only changes are sent, because some fields need more permissions. */
function EditedUser({ model, user }: UserOfModelProps) {
  const { t } = useTranslation(['admin', 'common']);
  const isSelf = useMe().user._id === user._id;
  const form = useRecordForm({ model, record: user, follows: true });
  const inGrid = useMemo(() => without(model, ['roles']), [model]);
  const layout = useFormLayout({ model: inGrid, creating: false, base: form.base });
  const roles = form.fields.find(({ key }) => key === 'roles');
  const submit = async () => {
    if (form.saving || form.changed.length === 0) return;
    const { saved, errors } = await form.submit();
    if (errors) layout.focusFirst(errors);
    if (saved) notifyDone(t('users.saved', { name: personName(saved as ReadUser) }));
  };
  const special = (field: Field) => {
    if (field.key !== 'email') return undefined;
    if (isSelf)
      return (
        <TextInput
          label={field.label}
          description={t('users.emailOfSelf')}
          inputWrapperOrder={['label', 'input', 'description']}
          value={user.email}
          readOnly
        />
      );
    const explained = { ...field, help: t('users.emailHelp') };
    return <FormField model={model} form={form} field={explained} included={user.included} />;
  };
  return (
    <Form ref={layout.element} onSubmit={() => void submit()} noValidate>
      <Stack gap="sm">
        <FormAlert text={form.failure === undefined ? undefined : errorText(form.failure, t)} />
        <LayoutFields model={model} form={form} layout={layout} included={user.included} special={special} />
        {roles && (
          <RoleSelect
            value={(form.values.roles as readonly string[] | null) ?? []}
            onChange={(names) => form.set(roles, names)}
            error={form.errors.roles}
          />
        )}
        <Group>
          <Button type="submit" loading={form.saving} disabled={form.changed.length === 0}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function ShownUser({ model, user }: UserOfModelProps) {
  const fields = writableFields(model, false).filter(({ key }) => !isEmpty(user[key]));
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} spacing="sm" m={0}>
      {fields.map((field) => (
        <div key={field.key}>
          <Text component="dt" size="xs" c="dimmed">
            {field.label}
          </Text>
          <Text component="dd" size="sm" m={0}>
            <FieldDisplay field={field} value={user[field.key]} record={user} included={user.included} />
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
