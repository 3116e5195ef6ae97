import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { smsLength } from '~/lib/sms-length.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Form } from '~/ui/form.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { inboxApi, paths } from '../inbox-api.ts';
import type { TextChannel } from './text-channel.ts';

/** The API accepts no more characters. Social platforms have other limits, which the API reports. */
const maxSms = 1600;

interface AnswerFormProps {
  readonly conversationId: string;
  readonly channel: TextChannel;
  readonly onTyping: () => void;
  readonly onClose: () => void;
}

/** The form for answers in plain text: text messages and messages of social accounts. */
export function AnswerForm({ conversationId, channel, onTyping, onClose }: AnswerFormProps) {
  const { t } = useTranslation('inbox');
  const refresh = useRefresh(paths.conversations);
  const [text, setText] = useState('');
  const { characters, segments } = smsLength(text.trim());
  const isTooLong = channel === 'sms' && characters > maxSms;
  const send = useMutation({
    mutationFn: () => inboxApi.answer(conversationId, channel, text.trim()),
    onSuccess: () => {
      notifyDone(t('answer.sent'));
      onClose();
    },
    // A failed or unconfirmed answer appears in the thread too. This key includes the key of the messages.
    onSettled: refresh,
  });
  const mayBeSent = text.trim() !== '' && !isTooLong && !send.isPending;
  const submit = () => {
    if (mayBeSent) send.mutate();
  };
  return (
    <Form onSubmit={submit} aria-label={t(`answer.title.${channel}`)}>
      <Stack gap="xs">
        <Textarea
          label={t(`answer.label.${channel}`)}
          autosize
          minRows={2}
          maxRows={10}
          autoFocus
          value={text}
          error={isTooLong && t('answer.tooLong', { max: maxSms })}
          onChange={(event) => {
            setText(event.currentTarget.value);
            onTyping();
          }}
        />
        {send.error && <ErrorState error={send.error} />}
        <Group gap="xs">
          <Button type="submit" size="xs" disabled={!mayBeSent} loading={send.isPending}>
            {t('answer.send')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          {channel === 'sms' && (
            <Text size="xs" c="dimmed" ml="auto" role="status">
              {t('answer.length', { characters, max: maxSms })} · {t('answer.segments', { count: segments })}
            </Text>
          )}
        </Group>
      </Stack>
    </Form>
  );
}
