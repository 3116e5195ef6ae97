import { Alert, Box, Button, Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { useActive } from '~/ui/use-active.ts';
import { FieldOf } from '~/views/parts/field-of.tsx';
import { MailFrame } from '../parts/mail-frame.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { problemOf } from './problem.ts';
import type { TemplateProblem } from './problem-text.ts';
import classes from './templates.module.css';
import type { usePreview } from './use-preview.ts';

interface TemplatePreviewProps {
  readonly preview: ReturnType<typeof usePreview>;
  readonly contactId: string | undefined;
  readonly onContact: (id: string | undefined) => void;
  readonly onProblem: (problem: TemplateProblem) => void;
}

/** The mail as a recipient sees it, and the problems of the template. */
export function TemplatePreview({ preview, contactId, onContact, onProblem }: TemplatePreviewProps) {
  const { t } = useTranslation('mail');
  const active = useActive();
  const [device, setDevice] = useState<string>('desktop');
  const { data, error, refetch } = preview;
  const problem = problemOf(error);
  return (
    <section className={classes.look} aria-label={t('template.preview')}>
      <Group gap="xs" px="sm" py="xs" justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={t('template.device')}
          data={['desktop', 'phone', 'text'].map((value) => ({
            value,
            label: t(`template.devices.${value}` as 'template.devices.phone'),
          }))}
          value={device}
          onChange={setDevice}
        />
        <Group gap="xs" wrap="nowrap" miw={0}>
          <Text size="xs" c="dimmed" aria-hidden>
            {t('template.contact')}
          </Text>
          <Box w={200} miw={0}>
            {active ? (
              <FieldOf
                model="communications.emails"
                field="contactId"
                label={t('template.contact')}
                value={contactId ?? null}
                onChange={(value) => onContact(typeof value === 'string' ? value : undefined)}
                compact
              />
            ) : (
              <Skeleton h={24} animate={false} />
            )}
          </Box>
        </Group>
      </Group>
      {problem ? (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} mx="sm" role="alert" title={t('template.problem')}>
          <Text size="sm">{problem.message}</Text>
          <Button size="compact-xs" variant="default" mt="xs" onClick={() => onProblem(problem)}>
            {problem.line === undefined
              ? t(`template.fields.${problem.field}` as 'template.fields.html')
              : t('template.place', {
                  field: t(`template.fields.${problem.field}` as 'template.fields.html'),
                  line: problem.line,
                })}
          </Button>
        </Alert>
      ) : (
        error && <ErrorState error={error} onRetry={() => refetch()} />
      )}
      {!error && data && data.missing.length > 0 && (
        <Alert color="orange" variant="light" mx="sm" p="xs">
          <Text size="xs">{t('template.missing', { names: data.missing.join(', ') })}</Text>
        </Alert>
      )}
      {data ? (
        <>
          <Text size="sm" fw={600} px="sm" pt="xs">
            {data.subject}
          </Text>
          <div className={classes.stage}>
            {data.html !== null && device !== 'text' ? (
              <div className={`${classes.device} ${device === 'phone' ? classes.phone : ''}`}>
                <MailFrame html={data.html} title={t('template.preview')} height="100%" />
              </div>
            ) : (
              <PlainText text={data.text} />
            )}
          </div>
        </>
      ) : (
        !error && <PageLoading />
      )}
    </section>
  );
}
