import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconChecklist, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import { Form } from '~/ui/form.tsx';
import { Section } from '~/ui/section.tsx';
import { missingVariables } from '~/views/mail/missing-variables.ts';
import { useStoredDraft } from '~/views/mail/use-stored-draft.ts';
import { fieldErrors } from '~/views/parts/field-errors.ts';
import { useFormat } from '~/views/parts/format.ts';
import { mailApi } from '../mail-api.ts';
import { audienceInput, isChosen, maxRecipients } from './audience.ts';
import { AudienceFields } from './audience-fields.tsx';
import type { CheckedMailing } from './checked-mailing.ts';
import { type BulkDraft, contentInput, emptyBulk, envelopeInput, hasContent, type Message } from './draft.ts';
import { EnvelopeFields } from './envelope-fields.tsx';
import { MessageEditor } from './message-editor.tsx';
import { MissingMailValues } from './missing-mail-values.tsx';
import { SendDialog } from './send-dialog.tsx';

interface Check {
  readonly message: Message;
  readonly allowMissing: boolean;
}

interface BulkFormProps {
  /** Values from a link, which replace those of the draft. */
  readonly initial: Partial<BulkDraft>;
}

/** The form for a mail to many people. It is checked before it is sent. */
export function BulkForm({ initial }: BulkFormProps) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const { draft, change, clear } = useStoredDraft('bulk', emptyBulk, initial);
  const [checked, setChecked] = useState<CheckedMailing>();
  const [read, setRead] = useState(0);
  const check = useMutation({
    mutationFn: async ({ message, allowMissing }: Check): Promise<CheckedMailing> => {
      setRead(0);
      const audience = await audienceInput(draft.audience, setRead);
      const { recipients } = audience;
      if (Array.isArray(recipients) && recipients.length > maxRecipients)
        throw new Error(t('audience.tooMany', { max: format.number(maxRecipients) }));
      if (Array.isArray(recipients) && recipients.length === 0) throw new Error(t('audience.nobody'));
      const body = {
        ...audience,
        ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
        ...contentInput(message),
        ...(allowMissing && { allowMissing }),
        ...envelopeInput(draft),
      };
      const isList = draft.audience.kind === 'list' || draft.audience.kind === 'segment';
      return { body, answer: await mailApi.sendBulk(body, { dryRun: true }), isList };
    },
    onSuccess: setChecked,
  });
  const errors = fieldErrors(check.error);
  const missing = missingVariables(check.error);
  const fill = (variables: Message['variables'], allowMissing: boolean) => {
    const message = { ...draft.message, variables };
    change({ message });
    check.mutate({ message, allowMissing });
  };
  const isReady = isChosen(draft.audience) && hasContent(draft.message);
  const submit = () => {
    if (isReady) check.mutate({ message: draft.message, allowMissing: false });
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        <Section title={t('compose.recipients')}>
          <AudienceFields value={draft.audience} onChange={(audience) => change({ audience })} errors={errors} />
        </Section>
        <Section title={t('compose.message')}>
          <Stack gap="sm">
            <TextInput
              label={t('compose.name')}
              description={t('compose.nameHelp')}
              value={draft.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
              maxLength={255}
            />
            <MessageEditor value={draft.message} onChange={(message) => change({ message })} />
          </Stack>
        </Section>
        <Section title={t('compose.options')}>
          <EnvelopeFields value={draft} onChange={change} errors={errors} />
        </Section>
        {check.error && !missing && <ErrorState error={check.error} />}
        <Group justify="space-between">
          <Button variant="subtle" color="gray" leftSection={<IconTrash size={16} />} onClick={clear}>
            {t('compose.discard')}
          </Button>
          <Group gap="sm">
            {check.isPending && read > 0 && (
              <Text size="xs" c="dimmed" className="tabular" aria-live="polite">
                {t('audience.read', { number: format.number(read) })}
              </Text>
            )}
            <Button
              type="submit"
              leftSection={<IconChecklist size={16} />}
              disabled={!isReady}
              loading={check.isPending}
            >
              {t('compose.review')}
            </Button>
          </Group>
        </Group>
      </Stack>
      {missing && <MissingMailValues message={draft.message} missing={missing} onClose={check.reset} onSubmit={fill} />}
      {checked && <SendDialog checked={checked} onClose={() => setChecked(undefined)} onSent={clear} />}
    </Form>
  );
}
