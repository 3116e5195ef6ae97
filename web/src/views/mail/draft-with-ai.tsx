import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSparkles } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ai } from '~/api/ai.ts';
import { safeHtml } from '~/lib/rich-text.ts';
import { errorText } from '~/ui/error-text.ts';
import { FieldOf } from '~/views/parts/field-of.tsx';
import classes from './draft-with-ai.module.css';

interface DraftWithAiProps {
  /** The conversation of the mail that is answered. */
  readonly conversationId?: string | undefined;
  readonly contactId: string | undefined;
  readonly aiModel: string;
  readonly onUse: (draft: { subject: string; html: string }) => void;
}

const maxLength = 4000;

/**
 * Lets a language model write a mail to a contact, or a reply. The draft is shown first and used only if the person
 * accepts it.
 */
export function DraftWithAi({ onUse, ...about }: DraftWithAiProps) {
  const { t } = useTranslation('ai');
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconSparkles size={16} />} onClick={open}>
        {t('draft.action')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t(about.conversationId === undefined ? 'draft.title' : 'draft.reply')}
        size="lg"
      >
        <DraftForm
          {...about}
          onUse={(draft) => {
            onUse(draft);
            close();
          }}
        />
      </Modal>
    </>
  );
}

function DraftForm({ conversationId, contactId, aiModel, onUse }: DraftWithAiProps) {
  const { t } = useTranslation('ai');
  const [contact, setContact] = useState(contactId);
  const [purpose, setPurpose] = useState('');
  const isReply = conversationId !== undefined;
  // The text is in the language of the purpose or of the answered mail, because the recipient may not understand the
  // console's language.
  const write = useMutation({
    mutationFn: () => ai.draftEmail({ conversationId, contactId: contact, purpose: purpose.trim(), aiModel }),
  });
  const isReady = (isReply || contact !== undefined) && purpose.trim() !== '';
  return (
    <Stack gap="sm">
      {!isReply && (
        <FieldOf
          model="communications.emails"
          field="contactId"
          value={contact ?? null}
          onChange={(id) => setContact(typeof id === 'string' ? id : undefined)}
          required
        />
      )}
      <Textarea
        label={t('draft.purpose')}
        description={t(isReply ? 'draft.replyHelp' : 'draft.purposeHelp')}
        value={purpose}
        onChange={({ currentTarget }) => setPurpose(currentTarget.value)}
        autosize
        minRows={3}
        maxLength={maxLength}
        required
      />
      {write.error && (
        <Alert color="red" role="alert" py="xs">
          {errorText(write.error, t)}
        </Alert>
      )}
      {write.data && (
        <div className={classes.aiDraft} role="status">
          <Text size="sm" fw={600} mb={6}>
            {write.data.subject}
          </Text>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised. */}
          <div dangerouslySetInnerHTML={{ __html: safeHtml(write.data.html) }} />
        </div>
      )}
      <Group justify="flex-end" gap="xs">
        <Button
          variant={write.data ? 'default' : 'filled'}
          loading={write.isPending}
          disabled={!isReady}
          onClick={() => write.mutate()}
        >
          {t(write.data ? 'again' : 'draft.run')}
        </Button>
        {write.data && (
          <Button
            onClick={() => onUse({ subject: write.data.subject, html: safeHtml(write.data.html) })}
            disabled={write.isPending}
          >
            {t('draft.use')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
