import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useMe } from '~/metadata/access.ts';
import { Page } from '~/ui/page.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { ShownOnce } from '../parts/shown-once.tsx';
import { KeyModal } from './key-modal.tsx';
import { KeysTable } from './keys-table.tsx';

export function KeysPage() {
  const { t } = useTranslation('admin');
  const { user } = useMe();
  const isAdmin = useCan().scope('identity:admin');
  const [{ of = 'own' }, setState] = useUrlTexts();
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <Page
      title={t('sections.apiKeys.name')}
      description={t('apiKeys.text')}
      actions={
        isAdmin && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
            {t('apiKeys.create')}
          </Button>
        )
      }
    >
      <Group mb="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('apiKeys.whose')}
          value={of}
          onChange={(next) => setState({ of: next === 'own' ? undefined : next })}
          data={[
            { value: 'own', label: t('apiKeys.own') },
            { value: 'all', label: t('apiKeys.all') },
          ]}
        />
      </Group>
      <KeysTable userId={of === 'own' ? user._id : undefined} />
      {creating && <KeyModal onClose={() => setCreating(false)} onCreated={({ key }) => setSecret(key)} />}
      <ShownOnce
        secret={secret}
        title={t('apiKeys.newKey')}
        text={t('apiKeys.newKeyText')}
        onClose={() => setSecret(undefined)}
      />
    </Page>
  );
}
