import { SegmentedControl } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import { readAddresses } from '~/views/mail/read-addresses.ts';
import { useUrlState } from '~/views/parts/url-state.ts';
import { BulkForm } from './bulk-form.tsx';
import { emptyBulk, emptySingle } from './draft.ts';
import { SingleForm } from './single-form.tsx';

/** Links to this page may fill in the form: `?to=`, `?contactId=`, `?templateId=`, `?mode=bulk&emailListId=`, `&segmentId=`. */
type State = {
  mode: string;
  to: string;
  contactId: string;
  templateId: string;
  emailListId: string;
  segmentId: string;
};

export function ComposePage() {
  const { t } = useTranslation('mail');
  const can = useCan();
  const [{ mode, to, contactId, templateId, emailListId, segmentId }, setState] = useUrlState<State>();
  if (!can.scope('communications:write'))
    return <EmptyState icon={IconLock} title={t('compose.noAccess')} text={t('compose.noAccessText')} />;
  const isBulk = mode === 'bulk';
  const template = templateId === undefined ? undefined : { kind: 'template' as const, templateId };
  return (
    <Page
      title={t('pages.compose')}
      description={t('compose.kept')}
      width={900}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('compose.mode')}
          data={[
            { value: 'single', label: t('compose.single') },
            { value: 'bulk', label: t('compose.bulk') },
          ]}
          value={isBulk ? 'bulk' : 'single'}
          onChange={(value) => setState({ mode: value === 'bulk' ? 'bulk' : undefined })}
        />
      }
    >
      {isBulk ? (
        <BulkForm
          initial={{
            ...(emailListId !== undefined && { audience: { kind: 'list', text: '', emailListId } }),
            ...(segmentId !== undefined && { audience: { kind: 'segment', text: '', segmentId } }),
            ...(template && { message: { ...emptyBulk.message, ...template } }),
          }}
        />
      ) : (
        <SingleForm
          initial={{
            ...(to !== undefined && { to: readAddresses(String(to)).valid }),
            ...(contactId !== undefined && { contactId }),
            ...(template && { message: { ...emptySingle.message, ...template } }),
          }}
        />
      )}
    </Page>
  );
}
