import { ActionIcon, Box, Button, Group, Input, Skeleton, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconCalendarTime, IconSend, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyFormattedText } from '~/fields/longText/lazy-formatted-text.tsx';
import { isHtml } from '~/lib/plain-text.ts';
import { textToHtml } from '~/lib/text-to-html.ts';
import { useAiModel } from '~/metadata/ai.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Form } from '~/ui/form.tsx';
import { Select } from '~/ui/select/select.tsx';
import { fieldErrors } from '~/views/parts/field-errors.ts';
import { Attachments } from '../attachments.tsx';
import { type Connection, connectionLabel } from '../connections.ts';
import { isEmptyBody } from '../plain-body.ts';
import { isPast, TimeInput } from '../time-input.tsx';
import type { ComposerDraft } from './composer-draft.ts';
import { Recipients } from './recipients.tsx';
import { type InsertedTemplate, TemplateMenu } from './template-menu.tsx';
import type { useKeptDraft } from './use-kept-draft.ts';
import { useSend } from './use-send.ts';

const DraftWithAi = lazy(() => import('../draft-with-ai.tsx').then((module) => ({ default: module.DraftWithAi })));
const RichText = lazy(() => import('~/fields/longText/rich-text.tsx'));

export interface ComposerProps {
  /** The conversation of the mail; undefined for a new one. */
  readonly conversationId?: string | undefined;
  readonly initial: ComposerDraft;
  /** The contact whose data fills templates. */
  readonly contactId?: string | undefined;
  /** Called while the person types. */
  readonly onTyping?: (() => void) | undefined;
  readonly onClose: () => void;
  /** Opens the composer again after sending was undone. */
  readonly onUndone: () => void;
}

interface ComposerFormProps extends ComposerProps {
  readonly draft: ComposerDraft;
  readonly kept: Omit<ReturnType<typeof useKeptDraft>, 'draft'>;
  readonly connections: readonly Connection[];
}

/** A mailbox that its provider rejects cannot send. */
const firstUsable = (connections: readonly Connection[]): Connection | undefined =>
  connections.find(({ status }) => status !== 'needsReauthorization') ?? connections[0];

/** The fields of a mail and the buttons that send it. */
export function ComposerForm(props: ComposerFormProps) {
  const { draft, kept, connections, conversationId, contactId, onTyping, onClose, onUndone } = props;
  const { t } = useTranslation('inbox');
  const aiModel = useAiModel();
  // The editor reads its content only when it mounts, so inserting a text mounts it again.
  const [inserted, setInserted] = useState(0);
  const [later, setLater] = useState(draft.sendAt !== undefined);
  const mailbox = connections.find(({ _id }) => _id === draft.connectionId) ?? firstUsable(connections);
  const isReply = conversationId !== undefined && draft.mode !== 'forward';
  const change = (part: Partial<ComposerDraft>) => {
    kept.change(part);
    onTyping?.();
  };
  const discard = () => {
    kept.clear();
    onClose();
  };
  const send = useSend({
    conversationId,
    onSent: discard,
    onUndone: (written) => {
      kept.keep(written);
      onUndone();
    },
  });
  const errors = fieldErrors(send.error);
  const insert = ({ subject, html }: InsertedTemplate) => {
    change({ html: isEmptyBody(draft.html) ? html : draft.html + html, ...(draft.subject === '' && { subject }) });
    setInserted(inserted + 1);
  };
  const isReady =
    draft.to.length > 0 &&
    !isEmptyBody(draft.html) &&
    (isReply || draft.subject.trim() !== '') &&
    (!later || (draft.sendAt !== undefined && !isPast(draft.sendAt)));
  const submit = () => {
    if (!isReady || send.isPending) return;
    send.mutate({ ...draft, connectionId: mailbox?._id, sendAt: later ? draft.sendAt : undefined });
  };
  return (
    <Form onSubmit={submit} aria-label={t(`compose.title.${draft.mode}`)}>
      <Stack gap="xs">
        {(connections.length > 1 || !isReply) && (
          <SenderInput
            connections={connections}
            value={mailbox?._id ?? null}
            onChange={(connectionId) => change({ connectionId })}
            error={errors.connectionId}
          />
        )}
        <Recipients draft={draft} onChange={change} errors={errors} />
        {!isReply && (
          <TextInput
            label={t('compose.subject')}
            value={draft.subject}
            onChange={(event) => change({ subject: event.currentTarget.value })}
            maxLength={998}
            required
            error={errors.subject}
          />
        )}
        <Input.Wrapper error={errors.html ?? errors.body}>
          <Suspense fallback={<Skeleton height={160} />}>
            <RichText
              key={inserted}
              kind="mail"
              label={t('compose.text')}
              content={draft.html}
              autoFocus={isReply}
              onChange={(html) => change({ html })}
            />
          </Suspense>
        </Input.Wrapper>
        <Signature text={mailbox?.signature ?? null} />
        {later && <TimeInput value={draft.sendAt} onChange={(sendAt) => change({ sendAt })} />}
        <Attachments value={draft.attachments} onChange={(attachments) => change({ attachments })} />
        {errors.attachments !== undefined && <Input.Error role="alert">{errors.attachments}</Input.Error>}
        {send.error && <ErrorState error={send.error} />}
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <SendButtons isReady={isReady} isSending={send.isPending} later={later} onLater={setLater} />
            <TemplateMenu conversationId={conversationId} contactId={contactId} onInsert={insert} />
            {aiModel !== undefined && (
              <Suspense fallback={null}>
                <DraftWithAi
                  conversationId={isReply ? conversationId : undefined}
                  contactId={contactId}
                  aiModel={aiModel}
                  onUse={insert}
                />
              </Suspense>
            )}
          </Group>
          <CloseButtons onClose={onClose} onDiscard={discard} />
        </Group>
      </Stack>
    </Form>
  );
}

interface SendButtonsProps {
  readonly isReady: boolean;
  readonly isSending: boolean;
  /** True when the mail is sent at a chosen time. */
  readonly later: boolean;
  readonly onLater: (later: boolean) => void;
}

function SendButtons({ isReady, isSending, later, onLater }: SendButtonsProps) {
  const { t } = useTranslation('inbox');
  return (
    <>
      <Button
        type="submit"
        size="xs"
        leftSection={later ? <IconCalendarTime size={16} /> : <IconSend size={16} />}
        disabled={!isReady}
        loading={isSending}
      >
        {later ? t('compose.schedule') : t('compose.send')}
      </Button>
      <Button size="xs" variant="default" onClick={() => onLater(!later)}>
        {later ? t('compose.sendNow') : t('compose.later')}
      </Button>
    </>
  );
}

interface SenderInputProps {
  readonly connections: readonly Connection[];
  readonly value: string | null;
  readonly onChange: (connectionId: string | undefined) => void;
  readonly error: string | undefined;
}

function SenderInput({ connections, value, onChange, error }: SenderInputProps) {
  const { t } = useTranslation('inbox');
  return (
    <Select
      label={t('compose.from')}
      data={connections.map((one) => ({ value: one._id, label: connectionLabel(one) }))}
      value={value}
      onChange={(id) => onChange(id ?? undefined)}
      allowDeselect={false}
      error={error}
    />
  );
}

interface CloseButtonsProps {
  readonly onClose: () => void;
  readonly onDiscard: () => void;
}

/** Closing keeps the draft, discarding removes it. */
function CloseButtons({ onClose, onDiscard }: CloseButtonsProps) {
  const { t } = useTranslation('inbox');
  return (
    <Group gap={4}>
      <Button size="xs" variant="subtle" color="gray" onClick={onClose}>
        {t('compose.close')}
      </Button>
      <Tooltip label={t('compose.discard')}>
        <ActionIcon variant="subtle" color="gray" aria-label={t('compose.discard')} onClick={onDiscard}>
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

/** The signature that the server appends to the text. */
function Signature({ text }: { readonly text: string | null }) {
  const { t } = useTranslation('inbox');
  if (text === null || text.trim() === '') return null;
  return (
    <Box>
      <Text size="xs" c="dimmed">
        {t('compose.signature')}
      </Text>
      <Box fz="sm" c="dimmed" mah={96} style={{ overflow: 'auto' }}>
        <LazyFormattedText html={isHtml(text) ? text : textToHtml(text)} />
      </Box>
    </Box>
  );
}
