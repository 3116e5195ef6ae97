import { Alert, Button, Group, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { Form } from '~/ui/form.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { sameValue } from '~/views/form/draft.ts';
import { useRecordDraft } from '~/views/form/use-record-draft.ts';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { problemsOf, refusedScope } from '~/views/parts/form-problems.ts';
import { PageSection } from '~/views/parts/page-section.tsx';
import { type Role, rolesPath } from '../parts/people.ts';
import { PermissionMatrix } from '../parts/permission-matrix.tsx';
import { readPermissions, writePermissions } from '../parts/permissions.ts';
import { FieldRestrictions } from './field-restrictions.tsx';
import { type Restrictions, restrictionsOf, writeRestrictions } from './restrictions.ts';

interface RoleFormProps {
  readonly role: Role;
  readonly readOnly: boolean;
  /** The admin role keeps its name, permissions and fields. */
  readonly isProtected: boolean;
}

export function RoleForm({ role, readOnly, isProtected }: RoleFormProps) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const draft = useRecordDraft<Role, Values>({ path: rolesPath, record: role, read: valuesOf });
  const { values, change: set } = draft;
  const permissions = readPermissions(values.permissions);
  const change = changeOf(draft.base, values);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => draft.save(change),
    onSuccess: (next) => {
      void client.invalidateQueries({ queryKey: keys.me });
      notifyDone(t('roles.saved', { name: next.name }));
    },
  });
  const problems = error ? problemsOf(error, ['name', 'description'], t) : undefined;
  const submit = () => {
    mutate();
  };
  return (
    <Form onSubmit={submit}>
      {isProtected && (
        <Alert icon={<IconInfoCircle size={18} />} py="xs" mb="sm">
          {t('roles.protected')}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('roles.name')}
          value={values.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          readOnly={readOnly || isProtected}
          error={problems?.fields.name}
          maxLength={100}
          required
        />
        <Textarea
          label={t('roles.description')}
          value={values.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
          readOnly={readOnly}
          error={problems?.fields.description}
          autosize
          minRows={1}
          maxRows={6}
        />
      </SimpleGrid>
      <PageSection title={t('roles.permissions')} text={t('permissions.text')}>
        <PermissionMatrix
          label={t('roles.permissions')}
          value={permissions}
          onChange={(next) => set({ permissions: writePermissions(next) })}
          readOnly={readOnly || isProtected}
          refused={refusedScope(error)}
        />
      </PageSection>
      {!isProtected && (
        <PageSection title={t('restrictions.title')} text={t('restrictions.text')}>
          <FieldRestrictions
            value={values.restrictions}
            onChange={(restrictions) => set({ restrictions })}
            readOnly={readOnly}
          />
        </PageSection>
      )}
      {!readOnly && (
        <Group mt="md" align="center">
          <Button type="submit" loading={isPending} disabled={Object.keys(change).length === 0}>
            {t('common:save')}
          </Button>
          <FormAlert text={problems?.form} />
        </Group>
      )}
    </Form>
  );
}

interface Values {
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly string[];
  readonly restrictions: Restrictions;
}

const valuesOf = (role: Role): Values => ({
  name: role.name,
  description: role.description ?? '',
  permissions: role.permissions ?? [],
  restrictions: restrictionsOf(role),
});

/** Returns only the changed properties, because each needs its own permission. */
function changeOf(base: Values, values: Values): Record<string, unknown> {
  const before = recordOf(base);
  return Object.fromEntries(Object.entries(recordOf(values)).filter(([key, value]) => !sameValue(value, before[key])));
}

const recordOf = (values: Values): Record<string, unknown> => ({
  name: values.name.trim(),
  description: values.description.trim() || null,
  permissions: writePermissions(readPermissions(values.permissions)).sort(),
  ...writeRestrictions(values.restrictions),
});
