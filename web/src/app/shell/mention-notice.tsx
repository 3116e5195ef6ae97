import { Anchor, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { plainText } from '~/lib/plain-text.ts';

const shownMs = 15_000;
const maxLength = 200;

interface Mention {
  readonly id: string;
  readonly text: string;
  readonly open: () => void;
}

export function notifyMention({ id, text, open }: Mention): void {
  const onClick = () => {
    notifications.hide(id);
    open();
  };
  notifications.show({
    id,
    title: i18next.t('shell:mentioned'),
    autoClose: shownMs,
    message: (
      <>
        <Text size="sm">{plainText(text).slice(0, maxLength)}</Text>
        <Anchor component="button" type="button" size="sm" onClick={onClick}>
          {i18next.t('shell:openConversation')}
        </Anchor>
      </>
    ),
  });
}
