import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, request } from '~/api/http.ts';
import { Form } from '~/ui/form.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { Section } from '~/ui/section.tsx';

export function PasswordSection() {
  const { t } = useTranslation('profile');
  const form = useForm({ initialValues: { currentPassword: '', password: '' } });
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; password: string }) =>
      request('POST', '/api/identity/auth/change-password', { body }),
    onSuccess: () => {
      form.reset();
      notifyDone(t('password.done'));
    },
    onError: (error) => {
      if (error instanceof ApiError && error.details.length > 0)
        form.setErrors(Object.fromEntries(error.details.map(({ field = '', message }) => [field, message])));
      else notifyError(error);
    },
  });
  return (
    <Section title={t('password.title')} text={t('password.text')}>
      <Form enterSends onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack gap="sm" maw={360}>
          <PasswordInput
            label={t('password.current')}
            autoComplete="current-password"
            required
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label={t('password.new')}
            autoComplete="new-password"
            minLength={10}
            required
            {...form.getInputProps('password')}
          />
          <Button type="submit" variant="default" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
            {t('password.change')}
          </Button>
        </Stack>
      </Form>
    </Section>
  );
}
