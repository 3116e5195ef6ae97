import { Button } from '@mantine/core';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import { ProvisionModal } from './provision-modal.tsx';
import { TenantsTable } from './tenants-table.tsx';

/** All tenants, which the operator creates, suspends and reactivates. */
export function TenantsPage() {
  const { t } = useTranslation('admin');
  const can = useCan();
  const [provisioning, setProvisioning] = useState(false);
  if (!can.scope('platform:admin'))
    return (
      <Page title={t('sections.tenants.name')}>
        <EmptyState icon={IconLock} title={t('tenants.onlyOperators')} text={t('tenants.onlyOperatorsText')} />
      </Page>
    );
  return (
    <Page
      title={t('sections.tenants.name')}
      description={t('tenants.text')}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setProvisioning(true)}>
          {t('tenants.provision')}
        </Button>
      }
    >
      <TenantsTable />
      {provisioning && <ProvisionModal onClose={() => setProvisioning(false)} />}
    </Page>
  );
}
