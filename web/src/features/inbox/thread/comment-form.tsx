import { Button, Combobox, Group, Stack, Textarea, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { namedFirst } from '~/lib/rank-matches.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Form } from '~/ui/form.tsx';
import { useOptionChoice } from '~/ui/select/use-option-choice.ts';
import { colleaguesQuery, type FoundUser, inboxApi, messagesKey } from '../inbox-api.ts';
import { typedMention, withMention } from './mention.ts';

interface CommentFormProps {
  readonly conversationId: string;
  readonly onClose: () => void;
}

const maxFound = 8;
const nameOf = ({ name, email }: FoundUser): string => name || email;

/** Writes a comment for colleagues. `@` and a name mentions a colleague, who gets a mail. */
export function CommentForm({ conversationId, onClose }: CommentFormProps) {
  const { t } = useTranslation('inbox');
  const client = useQueryClient();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const [mentioned, setMentioned] = useState<readonly FoundUser[]>([]);
  const typed = typedMention(text);
  const [q] = useDebouncedValue(typed ?? '', 150);
  const { data = [], isFetching } = useQuery({
    ...colleaguesQuery(q),
    enabled: typed !== undefined,
    placeholderData: keepPreviousData,
  });
  const isSearching = typed !== undefined && (isFetching || q !== typed);
  const found = typed === undefined ? [] : namedFirst(data, typed, nameOf).slice(0, maxFound);
  const save = useMutation({
    mutationFn: () => {
      const named = mentioned.filter((user) => text.includes(`@${nameOf(user)}`));
      return inboxApi.comment(conversationId, text.trim(), [...new Set(named.map(({ _id }) => _id))]);
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: messagesKey(conversationId) });
      onClose();
    },
  });
  const pick = (id: string) => {
    const user = found.find(({ _id }) => _id === id);
    if (!user) return;
    setText(withMention(text, nameOf(user)));
    setMentioned([...mentioned, user]);
    combobox.closeDropdown();
  };
  const choice = useOptionChoice({
    combobox,
    values: found.map(({ _id }) => _id),
    query: typed,
    loading: isSearching,
    onChoose: pick,
  });
  const submit = () => {
    if (text.trim() !== '' && !save.isPending) save.mutate();
  };
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    // Enter begins a new line, unless there is a colleague to choose.
    if (event.key !== 'Enter' || found.length > 0 || isSearching) choice.onKeyDownCapture(event);
  };
  return (
    <Form onSubmit={submit} aria-label={t('comment.title')}>
      <Stack gap="xs">
        <Combobox store={combobox} onOptionSubmit={pick} position="top-start" transitionProps={{ duration: 0 }}>
          <Combobox.Target>
            <Textarea
              label={t('comment.label')}
              description={t('comment.help')}
              autosize
              minRows={2}
              maxRows={10}
              autoFocus
              value={text}
              onChange={(event) => {
                choice.cancel();
                setText(event.currentTarget.value);
                if (typedMention(event.currentTarget.value) === undefined) combobox.closeDropdown();
                else combobox.openDropdown();
              }}
              onKeyDownCapture={onEnter}
              onBlur={() => combobox.closeDropdown()}
            />
          </Combobox.Target>
          <Combobox.Dropdown hidden={typed === undefined || found.length === 0}>
            <Combobox.Options>
              {found.map((user) => (
                <Combobox.Option key={user._id} value={user._id}>
                  {nameOf(user)}
                </Combobox.Option>
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
        {save.error && <ErrorState error={save.error} />}
        <Group gap="xs">
          <Button type="submit" size="xs" disabled={text.trim() === ''} loading={save.isPending}>
            {t('comment.save')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
