import { Button, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import type { Company } from '~/api/session.ts';
import { ColorInput } from '~/ui/color-input.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { Form } from '~/ui/form.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Select } from '~/ui/select/select.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { PageSection } from '~/views/parts/page-section.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { type CompanyForm, companyApi, companyKey, formKeys, formOf } from './company.ts';
import { LogoInput } from './logo-input.tsx';

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const currencies = Intl.supportedValuesOf('currency');
const days = ['1', '2', '3', '4', '5', '6', '7'];

/** Day 1 is Monday. */
const dayName = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, Number(day))),
  );

/** The company of the tenant: its identity in mails and on public pages, and its currency, language and time zone. */
export function CompanyPage() {
  const { t } = useTranslation('admin');
  const { data, error, refetch } = useQuery({
    queryKey: companyKey,
    queryFn: ({ signal }) => companyApi.read(signal),
  });
  return (
    <Page title={t('sections.company.name')} description={t('sections.company.text')} width={960}>
      {error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data ? (
        <CompanyFields company={data} />
      ) : (
        <PageLoading />
      )}
    </Page>
  );
}

function CompanyFields({ company }: { readonly company: Company }) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const [form, setForm] = useState<CompanyForm>(() => formOf(company));
  const { save, isSaving, problems } = useSave({
    send: () => companyApi.save(form, company),
    inputs: formKeys,
    onDone: (saved) => {
      client.setQueryData(companyKey, saved);
      setForm(formOf(saved));
      // The session contains the currency and the time zone, so it is read again.
      client.invalidateQueries({ queryKey: keys.me, exact: true });
      notifyDone(t('company.saved'));
    },
  });
  const change = (part: Partial<CompanyForm>) => setForm((before) => ({ ...before, ...part }));
  const section: SectionProps = {
    company,
    form,
    change,
    input: (key) => ({ label: t(`company.${key}`), value: form[key], error: problems.fields[key] }),
  };
  const isDirty = formKeys.some((key) => form[key] !== formOf(company)[key]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <Form onSubmit={submit}>
      <FormAlert text={problems.form} />
      <Identity {...section} />
      <Localization {...section} />
      <Group mt="lg">
        <Button type="submit" loading={isSaving} disabled={!isDirty}>
          {t('common:save')}
        </Button>
      </Group>
    </Form>
  );
}

interface SectionProps {
  readonly company: Company;
  readonly form: CompanyForm;
  readonly change: (part: Partial<CompanyForm>) => void;
  /** The properties that all inputs share. */
  readonly input: (key: keyof CompanyForm) => {
    readonly label: string;
    readonly value: string;
    readonly error: string | undefined;
  };
}

/** The name, address, logo and colours of the company. */
function Identity({ company, form, change, input }: SectionProps) {
  const { t } = useTranslation('admin');
  return (
    <PageSection title={t('company.identity')} text={t('company.identityText')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Stack gap="sm">
          <TextInput
            {...input('name')}
            maxLength={200}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Textarea
            {...input('address')}
            autosize
            minRows={3}
            maxLength={500}
            onChange={(event) => change({ address: event.currentTarget.value })}
          />
          <TextInput
            {...input('website')}
            placeholder="https://"
            onChange={(event) => change({ website: event.currentTarget.value })}
          />
        </Stack>
        <Stack gap="sm">
          <LogoInput
            value={form.logoFileId}
            storedUrl={form.logoFileId === company.logoFileId ? company.logoUrl : null}
            error={input('logoFileId').error}
            onChange={(logoFileId) => change({ logoFileId })}
          />
          <ColorInput {...input('primaryColor')} onChange={(primaryColor) => change({ primaryColor })} />
          <ColorInput {...input('backgroundColor')} onChange={(backgroundColor) => change({ backgroundColor })} />
        </Stack>
      </SimpleGrid>
    </PageSection>
  );
}

/** The currency, language and times of the company. */
function Localization({ form, change, input }: SectionProps) {
  const { t, i18n } = useTranslation('admin');
  return (
    <PageSection title={t('company.localization')} text={t('company.localizationText')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Select
          {...input('currency')}
          description={t('company.currencyHelp')}
          data={currencies}
          searchable
          allowDeselect={false}
          limit={100}
          onChange={(value) => change({ currency: value ?? '' })}
        />
        <TextInput
          {...input('language')}
          description={t('company.languageHelp')}
          onChange={(event) => change({ language: event.currentTarget.value })}
        />
        <Select
          {...input('timeZone')}
          description={t('company.timeZoneHelp')}
          data={timeZones}
          searchable
          allowDeselect={false}
          limit={100}
          onChange={(value) => change({ timeZone: value ?? '' })}
        />
        <Select
          {...input('firstDayOfWeek')}
          description={t('company.firstDayOfWeekHelp')}
          data={days.map((value) => ({ value, label: dayName(value, i18n.language) }))}
          value={form.firstDayOfWeek || null}
          placeholder={t('company.asLanguage')}
          clearable
          onChange={(value) => change({ firstDayOfWeek: value ?? '' })}
        />
      </SimpleGrid>
    </PageSection>
  );
}
