import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { type NewTenant, tenants, tenantsKey } from './tenants.ts';

interface ProvisionModalProps {
  readonly onClose: () => void;
}

const keyPattern = /^[a-z0-9-]{3,40}$/;

export function ProvisionModal({ onClose }: ProvisionModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const form = useForm<NewTenant>({
    initialValues: { accountKey: '', adminEmail: '', adminPassword: '', plan: 'standard' },
    validate: { accountKey: (key) => (keyPattern.test(key) ? null : t('tenants.invalidText')) },
  });
  const { save, isSaving, problems } = useSave({
    send: tenants.provision,
    inputs: ['accountKey', 'adminEmail', 'adminPassword', 'plan'],
    onDone: ({ accountKey }) => {
      void client.invalidateQueries({ queryKey: tenantsKey });
      notifyDone(t('tenants.provisioned', { accountKey }));
      onClose();
    },
  });
  const { fields } = problems;
  return (
    <FormDialog
      title={t('tenants.provision')}
      action={t('tenants.provision')}
      isBusy={isSaving}
      onSubmit={form.onSubmit((values) => save(values))}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('tenants.provisionText')}
      </Text>
      <FormAlert text={problems.form} />
      <TextInput
        label={t('tenants.key')}
        description={t('tenants.keyHelp')}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        required
        data-autofocus
        {...form.getInputProps('accountKey')}
        error={form.errors.accountKey ?? fields.accountKey}
      />
      <TextInput
        type="email"
        label={t('tenants.adminEmail')}
        autoComplete="off"
        required
        {...form.getInputProps('adminEmail')}
        error={fields.adminEmail}
      />
      <PasswordInput
        label={t('tenants.adminPassword')}
        description={t('tenants.passwordHelp')}
        autoComplete="new-password"
        required
        {...form.getInputProps('adminPassword')}
        error={fields.adminPassword}
      />
      <TextInput
        label={t('account.plan')}
        maxLength={100}
        required
        {...form.getInputProps('plan')}
        error={fields.plan}
      />
    </FormDialog>
  );
}
