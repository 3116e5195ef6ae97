import { Button, Loader, Menu, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTemplate } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { textToHtml } from '~/lib/text-to-html.ts';
import { notifyError } from '~/ui/notify.ts';

const path = '/api/communications/emailTemplates';

interface Preview {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string;
}

export interface InsertedTemplate {
  readonly subject: string;
  readonly html: string;
}

interface TemplateMenuProps {
  /** The conversation whose contact fills the variables. */
  readonly conversationId: string | undefined;
  /** The contact who fills the variables if there is no conversation. */
  readonly contactId: string | undefined;
  readonly onInsert: (template: InsertedTemplate) => void;
}

/** A reply needs only the visible body of a template, not its head and styles. */
function contentOf({ html, text }: Preview): string {
  if (html === null) return textToHtml(text);
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of body.querySelectorAll('style, script, title')) hidden.remove();
  return body.innerHTML;
}

const readTemplate = (id: string, { conversationId, contactId }: Omit<TemplateMenuProps, 'onInsert'>) =>
  conversationId === undefined
    ? request<Preview>('POST', `/api/communications/email-templates/${id}/preview`, {
        body: contactId === undefined ? {} : { contactId },
      })
    : request<Preview>('GET', `/api/communications/conversations/${conversationId}/canned/${id}`);

/** Inserts the content of a template. */
export function TemplateMenu({ onInsert, ...target }: TemplateMenuProps) {
  const { t } = useTranslation('inbox');
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 200);
  const input = { q: q || undefined, sort: q === '' ? ['name'] : undefined, limit: 20, fields: ['name', 'subject'] };
  const { data, isFetching } = useQuery({
    queryKey: keys.list(path, input),
    queryFn: ({ signal }) => records.list(path, input, signal),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  const insert = useMutation({
    mutationFn: (id: string) => readTemplate(id, target),
    onSuccess: (preview) => onInsert({ subject: preview.subject, html: contentOf(preview) }),
    onError: (error) => notifyError(error),
  });
  return (
    <Menu opened={opened} onChange={setOpened} position="top-start" width={300} shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconTemplate size={16} />} loading={insert.isPending}>
          {t('compose.template')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
        <TextInput
          size="xs"
          m={4}
          aria-label={t('compose.findTemplate')}
          placeholder={t('compose.findTemplate')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rightSection={isFetching ? <Loader size={12} /> : undefined}
        />
        {data?.data.map(({ _id, name, subject }) => (
          <Menu.Item key={_id} onClick={() => insert.mutate(_id)}>
            <Text size="sm" truncate>
              {String(name ?? '')}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {String(subject ?? '')}
            </Text>
          </Menu.Item>
        ))}
        {data?.data.length === 0 && <Menu.Label>{t('compose.noTemplates')}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
