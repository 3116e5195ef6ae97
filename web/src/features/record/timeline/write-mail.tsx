import { Box, Button, Group } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useReferenced } from '~/fields/reference/lookup.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
import { emptyDraft } from '~/views/mail/composer/composer-draft.ts';
import { useConnections } from '~/views/mail/connections.ts';

const Composer = lazy(() => import('~/views/mail/composer/composer.tsx'));

interface WriteMailProps {
  readonly model: Model;
  readonly record: RecordData;
}

/** Writes a mail to the person of a record from the user's mailbox. It is not offered without a mailbox. */
export function WriteMail({ model, record }: WriteMailProps) {
  const { t } = useTranslation('record');
  const canWrite = useCan().scope('communications:write');
  const hasMailbox = useConnections().length > 0;
  const [opened, setOpened] = useState(false);
  const isContact = modelName(model) === 'sales.contacts';
  const contactId = isContact ? record._id : record.contactId;
  const contact = useReferenced(
    useRegistry().find('sales.contacts'),
    !isContact && typeof contactId === 'string' ? contactId : undefined,
    undefined,
  );
  const email = [record.email, contact?.email].find((address) => typeof address === 'string' && address !== '');
  if (!canWrite || !hasMailbox) return null;
  if (!opened)
    return (
      <Group>
        <Button size="xs" variant="default" leftSection={<IconPencilPlus size={16} />} onClick={() => setOpened(true)}>
          {t('timeline.writeMail')}
        </Button>
      </Group>
    );
  return (
    <Box>
      <Suspense fallback={<PageLoading />}>
        <Composer
          initial={{ ...emptyDraft, to: typeof email === 'string' ? [email] : [] }}
          contactId={typeof contactId === 'string' ? contactId : undefined}
          onClose={() => setOpened(false)}
          onUndone={() => setOpened(true)}
        />
      </Suspense>
    </Box>
  );
}
