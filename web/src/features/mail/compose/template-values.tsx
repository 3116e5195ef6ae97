import { Button, Fieldset, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { ValueInput } from '~/views/mail/value-input.tsx';
import classes from '~/views/parts/parts.module.css';
import { mailApi, mailKeys, paths } from '../mail-api.ts';
import { MailFrame } from '../parts/mail-frame.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { ownVariables } from '../templates/own-variables.ts';
import type { Template } from '../templates/template.ts';

type Values = Readonly<Record<string, unknown>>;

interface TemplateValuesProps {
  readonly templateId: string;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** Inputs for the variables of a template, with a preview of the mail. */
export function TemplateValues({ templateId, values, onChange }: TemplateValuesProps) {
  const { t } = useTranslation('mail');
  const [opened, { open, close }] = useDisclosure();
  const { data, error, refetch } = useQuery({
    queryKey: keys.record(paths.templates, templateId),
    queryFn: ({ signal }) => records.get(paths.templates, templateId, [], signal),
  });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoading />;
  const template = data as unknown as Template;
  const variables = ownVariables(template);
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...others } = values;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <Stack gap="sm">
      {variables.length > 0 && (
        <Fieldset legend={t('compose.values')} radius="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {variables.map(({ path }) => (
              <ValueInput
                key={path}
                name={path}
                sample={template.sampleData?.[path]}
                value={values[path]}
                onChange={(value) => set(path, value)}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
      )}
      <Button size="xs" variant="default" w="fit-content" leftSection={<IconEye size={16} />} onClick={open}>
        {t('template.preview')}
      </Button>
      <Modal opened={opened} onClose={close} size="xl" title={t('template.preview')}>
        {opened && <ValuesPreview templateId={templateId} version={template.version} values={values} />}
      </Modal>
    </Stack>
  );
}

interface ValuesPreviewProps {
  readonly templateId: string;
  readonly version: number;
  readonly values: Values;
}

function ValuesPreview({ templateId, version, values }: ValuesPreviewProps) {
  const { t } = useTranslation('mail');
  const { data, error, refetch } = useQuery({
    queryKey: mailKeys.preview(templateId, { version, values }),
    queryFn: ({ signal }) => mailApi.preview(templateId, { variables: values }, signal),
    retry: false,
  });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoading />;
  return (
    <Stack gap="xs">
      <Text fw={600}>{data.subject}</Text>
      {data.missing.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('compose.missing', { names: data.missing.join(', ') })}
        </Text>
      )}
      {data.html === null ? (
        <PlainText text={data.text} />
      ) : (
        <div className={classes.framed}>
          <MailFrame html={data.html} title={t('template.preview')} height="65dvh" />
        </div>
      )}
    </Stack>
  );
}
