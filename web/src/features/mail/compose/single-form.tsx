import { Anchor, Button, Group, Stack, Switch } from '@mantine/core';
import { IconCalendarTime, IconSend, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { randomId } from '~/lib/random-id.ts';
import { useAiModel } from '~/metadata/ai.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Form } from '~/ui/form.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Section } from '~/ui/section.tsx';
import { AddressInput } from '~/views/mail/address-input.tsx';
import { Attachments } from '~/views/mail/attachments.tsx';
import { isPast, TimeInput } from '~/views/mail/time-input.tsx';
import { useStoredDraft } from '~/views/mail/use-stored-draft.ts';
import { fieldErrors } from '~/views/parts/field-errors.ts';
import { useFormat } from '~/views/parts/format.ts';
import { mailApi, paths } from '../mail-api.ts';
import { contentInput, emptySingle, envelopeInput, hasContent, type SingleDraft } from './draft.ts';
import { EnvelopeFields } from './envelope-fields.tsx';
import { MessageEditor } from './message-editor.tsx';

const DraftWithAi = lazy(() =>
  import('~/views/mail/draft-with-ai.tsx').then((module) => ({ default: module.DraftWithAi })),
);

interface SingleFormProps {
  /** Values from a link, which replace those of the draft. */
  readonly initial: Partial<SingleDraft>;
}

/** The form for a mail to one or a few people, now or later. */
export function SingleForm({ initial }: SingleFormProps) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const refresh = useRefresh(paths.emails);
  const navigate = useNavigate();
  const { draft, change, clear } = useStoredDraft('single', emptySingle, initial);
  const aiModel = useAiModel();
  // The editor reads its content only when it mounts, so a new draft mounts it again.
  const [drafts, setDrafts] = useState(0);
  const [later, setLater] = useState(draft.sendAt !== undefined);
  // A repeated click uses the same key, so that the mail is sent once.
  const attempt = useRef({ body: '', key: '' });
  const send = useMutation({
    mutationFn: () => {
      const body = {
        to: draft.to,
        ...(draft.cc.length > 0 && { cc: draft.cc }),
        ...(draft.bcc.length > 0 && { bcc: draft.bcc }),
        ...(draft.contactId !== undefined && { contactId: draft.contactId }),
        ...(draft.attachments.length > 0 && { attachments: draft.attachments.map(({ _id }) => _id) }),
        ...contentInput(draft.message),
        ...envelopeInput(draft),
        ...(later && { sendAt: draft.sendAt }),
      };
      const text = JSON.stringify(body);
      if (attempt.current.body !== text) attempt.current = { body: text, key: randomId() };
      return later ? mailApi.schedule(body, attempt.current.key) : mailApi.send(body, attempt.current.key);
    },
    onSuccess: ({ _id }) => {
      notifyDone(later ? t('scheduled.changed', { time: format.time(draft.sendAt) }) : t('compose.sent'));
      refresh();
      clear();
      navigate({ to: later ? '/mail/scheduled' : `/mail/sent/${_id}` });
    },
  });
  const errors = fieldErrors(send.error);
  const isReady =
    draft.to.length > 0 &&
    hasContent(draft.message) &&
    (!later || (draft.sendAt !== undefined && !isPast(draft.sendAt)));
  const submit = () => {
    if (isReady) send.mutate();
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        <Section title={t('compose.recipients')}>
          <RecipientInputs draft={draft} change={change} errors={errors} />
        </Section>
        <Section
          title={t('compose.message')}
          actions={
            aiModel !== undefined && (
              <Suspense fallback={null}>
                <DraftWithAi
                  aiModel={aiModel}
                  contactId={draft.contactId}
                  onUse={(written) => {
                    change({ message: { ...draft.message, kind: 'written', ...written } });
                    setDrafts(drafts + 1);
                  }}
                />
              </Suspense>
            )
          }
        >
          <Stack gap="sm">
            <MessageEditor key={drafts} value={draft.message} onChange={(message) => change({ message })} />
            <Attachments value={draft.attachments} onChange={(attachments) => change({ attachments })} />
          </Stack>
        </Section>
        <Section title={t('compose.options')}>
          <Stack gap="sm">
            <EnvelopeFields value={draft} onChange={change} errors={errors} />
            <Switch
              label={t('compose.later')}
              checked={later}
              onChange={(event) => setLater(event.currentTarget.checked)}
            />
            {later && <TimeInput value={draft.sendAt} onChange={(sendAt) => change({ sendAt })} />}
          </Stack>
        </Section>
        {send.error && <ErrorState error={send.error} />}
        <Group justify="space-between">
          <Button variant="subtle" color="gray" leftSection={<IconTrash size={16} />} onClick={clear}>
            {t('compose.discard')}
          </Button>
          <Button
            type="submit"
            leftSection={later ? <IconCalendarTime size={16} /> : <IconSend size={16} />}
            disabled={!isReady}
            loading={send.isPending}
          >
            {later ? t('compose.schedule') : t('compose.send')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

interface RecipientInputsProps {
  readonly draft: SingleDraft;
  readonly change: (change: Partial<SingleDraft>) => void;
  readonly errors: ReturnType<typeof fieldErrors>;
}

/** The recipients. Cc and Bcc are shown on request. */
function RecipientInputs({ draft, change, errors }: RecipientInputsProps) {
  const { t } = useTranslation('mail');
  const [showsCopies, setShowsCopies] = useState(draft.cc.length + draft.bcc.length > 0);
  return (
    <Stack gap="sm">
      <AddressInput
        label={t('sent.to')}
        value={draft.to}
        onChange={(to) => change({ to, contactId: undefined })}
        error={errors.to}
        required
      />
      {showsCopies ? (
        <>
          <AddressInput label={t('sent.cc')} value={draft.cc} onChange={(cc) => change({ cc })} error={errors.cc} />
          <AddressInput
            label={t('sent.bcc')}
            value={draft.bcc}
            onChange={(bcc) => change({ bcc })}
            error={errors.bcc}
          />
        </>
      ) : (
        <Anchor component="button" type="button" size="xs" w="fit-content" onClick={() => setShowsCopies(true)}>
          {t('compose.copies')}
        </Anchor>
      )}
    </Stack>
  );
}
