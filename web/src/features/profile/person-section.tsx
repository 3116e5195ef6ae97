import { Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { session } from '~/api/session.ts';
import { changeLanguage, languages } from '~/lib/language.ts';
import { useMe } from '~/metadata/access.ts';
import { Form } from '~/ui/form.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { Section } from '~/ui/section.tsx';
import { Select } from '~/ui/select/select.tsx';

const texts = ['firstName', 'lastName', 'title', 'phone', 'mobilePhone', 'currency'] as const;
const absence = ['absentFrom', 'absentUntil'] as const;
const timeZones = Intl.supportedValuesOf('timeZone');

export function PersonSection() {
  const { t } = useTranslation('profile');
  const { user } = useMe();
  const client = useQueryClient();
  const form = useForm<Record<string, string>>({
    initialValues: {
      ...Object.fromEntries([...texts, ...absence].map((key) => [key, String(user[key] ?? '')])),
      language: user.language ?? '',
      timeZone: user.timeZone ?? '',
    },
  });
  const save = useMutation({
    mutationFn: (values: Record<string, string>) =>
      session.changeMe(
        Object.fromEntries(
          Object.entries(values).map(([key, value]) => [key, value.trim() === '' ? null : value.trim()]),
        ),
      ),
    onSuccess: async (me) => {
      client.setQueryData(keys.me, me);
      form.resetDirty();
      if (languages.some(({ value }) => value === me.user.language)) await changeLanguage(String(me.user.language));
      notifyDone(t('saved'));
    },
    onError: (error) => {
      if (error instanceof ApiError && error.details.length > 0)
        form.setErrors(Object.fromEntries(error.details.map(({ field = '', message }) => [field, message])));
      else notifyError(error);
    },
  });
  return (
    <Section title={t('person.title')} text={user.email}>
      <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {texts.map((key) => (
            <TextInput
              key={key}
              label={t(key === 'title' ? 'person.jobTitle' : `person.${key}`)}
              {...form.getInputProps(key)}
            />
          ))}
          <Select
            label={t('person.language')}
            data={[...languages]}
            placeholder={t('person.asBrowser')}
            clearable
            {...form.getInputProps('language')}
            value={form.values.language || null}
            onChange={(value) => form.setFieldValue('language', value ?? '')}
          />
          <Select
            label={t('person.timeZone')}
            data={timeZones}
            searchable
            clearable
            limit={100}
            placeholder={t('person.asBrowser')}
            {...form.getInputProps('timeZone')}
            value={form.values.timeZone || null}
            onChange={(value) => form.setFieldValue('timeZone', value ?? '')}
          />
          {absence.map((key) => (
            <TextInput
              key={key}
              type="date"
              label={t(`person.${key}`)}
              {...(key === 'absentFrom' && { description: t('person.absentHelp') })}
              {...form.getInputProps(key)}
            />
          ))}
        </SimpleGrid>
        <Group mt="md">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('save')}
          </Button>
        </Group>
      </Form>
    </Section>
  );
}
