import { ActionIcon, Button, Group, Menu, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { Form } from '~/ui/form.tsx';
import { notifyError } from '~/ui/notify.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import classes from './assistant.module.css';
import { type Conversation, conversationsPath } from './conversations.ts';

interface ConversationRowProps {
  readonly conversation: Conversation;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  readonly onDeleted: () => void;
}

export function ConversationRow({ conversation, isCurrent, onOpen, onDeleted }: ConversationRowProps) {
  const { t } = useTranslation('assistant');
  const [renaming, setRenaming] = useState(false);
  const { _id: id, lastMessageAt } = conversation;
  const title = conversation.title || t('list.untitled');
  const refresh = useRefresh(conversationsPath);
  const remove = useMutation({
    mutationFn: () => records.remove(conversationsPath, id),
    onSuccess: async () => {
      onDeleted();
      await refresh();
      notifyUndo(t('list.deleted', { title }), async () => {
        await records.restore(conversationsPath, id);
        await refresh();
      });
    },
    onError: (error) => notifyError(error),
  });
  if (renaming)
    return (
      <li className={classes.row}>
        <RenameForm conversation={conversation} onEnd={() => setRenaming(false)} />
      </li>
    );
  return (
    <li className={classes.row} data-current={isCurrent || undefined}>
      <UnstyledButton className={classes.open} onClick={onOpen} aria-current={isCurrent || undefined}>
        <Text size="sm" truncate>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {lastMessageAt !== null && <TimeText value={lastMessageAt} />}
        </Text>
      </UnstyledButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('list.actions', { title })}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setRenaming(true)}>
            {t('list.rename')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={() => remove.mutate()}>
            {t('common:delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

interface RenameFormProps {
  readonly conversation: Conversation;
  readonly onEnd: () => void;
}

function RenameForm({ conversation, onEnd }: RenameFormProps) {
  const { t } = useTranslation('assistant');
  const refresh = useRefresh(conversationsPath);
  const [title, setTitle] = useState(conversation.title ?? '');
  const rename = useMutation({
    mutationFn: () => records.update(conversationsPath, conversation._id, { title: title.trim() }),
    onSuccess: async () => {
      await refresh();
      onEnd();
    },
    onError: (error) => notifyError(error),
  });
  const submit = () => {
    rename.mutate();
  };
  return (
    <Form onSubmit={submit} className={classes.rename}>
      <TextInput
        size="xs"
        aria-label={t('list.name')}
        value={title}
        maxLength={255}
        autoFocus
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && onEnd()}
      />
      <Group gap={4} wrap="nowrap">
        <Button size="xs" type="submit" loading={rename.isPending} disabled={title.trim() === ''}>
          {t('common:save')}
        </Button>
        <Button size="xs" variant="default" onClick={onEnd}>
          {t('common:cancel')}
        </Button>
      </Group>
    </Form>
  );
}
