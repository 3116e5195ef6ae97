import { Input, SegmentedControl, Skeleton, Stack, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useActive } from '~/ui/use-active.ts';
import { FieldOf } from '~/views/parts/field-of.tsx';
import type { Message } from './draft.ts';
import { TemplateValues } from './template-values.tsx';

const RichText = lazy(() => import('~/fields/longText/rich-text.tsx'));

interface MessageEditorProps {
  readonly value: Message;
  readonly onChange: (value: Message) => void;
}

/** Edits the content of a mail: a template with its values, or its own text. */
export function MessageEditor({ value, onChange }: MessageEditorProps) {
  const { t } = useTranslation('mail');
  // The editor is larger than the rest of the page, so it is loaded when the person becomes active.
  const active = useActive();
  const change = (part: Partial<Message>) => onChange({ ...value, ...part });
  const isTemplate = value.kind === 'template';
  return (
    <Stack gap="sm">
      <SegmentedControl
        size="xs"
        w="fit-content"
        aria-label={t('compose.kind')}
        data={[
          { value: 'template', label: t('compose.template') },
          { value: 'written', label: t('compose.written') },
        ]}
        value={value.kind}
        onChange={(kind) => change({ kind: kind as Message['kind'] })}
      />
      {isTemplate && (
        <FieldOf
          model="communications.emails"
          field="templateId"
          value={value.templateId ?? null}
          onChange={(id) => change({ templateId: typeof id === 'string' ? id : undefined, variables: {} })}
          required
        />
      )}
      <TextInput
        label={t('sent.subject')}
        description={isTemplate ? t('compose.subjectHelp') : undefined}
        value={value.subject}
        onChange={(event) => change({ subject: event.currentTarget.value })}
        maxLength={998}
        required={!isTemplate}
      />
      {isTemplate ? (
        value.templateId !== undefined && (
          <TemplateValues
            key={value.templateId}
            templateId={value.templateId}
            values={value.variables}
            onChange={(variables) => change({ variables })}
          />
        )
      ) : (
        <Input.Wrapper
          label={t('compose.text')}
          description={t('compose.textHelp', { example: '{{ contact.firstName }}' })}
          required
        >
          <Suspense fallback={<Skeleton height={260} />}>
            {active ? (
              <RichText
                kind="mail"
                label={t('compose.text')}
                content={value.html}
                onChange={(html) => change({ html })}
              />
            ) : (
              <Skeleton height={260} animate={false} />
            )}
          </Suspense>
        </Input.Wrapper>
      )}
    </Stack>
  );
}
