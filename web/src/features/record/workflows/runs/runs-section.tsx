import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { PageSection } from '~/views/parts/page-section.tsx';
import { EnrollmentRuns } from './enrollment-runs.tsx';

/** The steps of an enrollment, on its page. */
export function RunsSection({ enrollment }: { readonly enrollment: RecordData }) {
  const { t } = useTranslation('workflows');
  return (
    <PageSection title={t('runs.steps')}>
      <EnrollmentRuns enrollment={enrollment} />
    </PageSection>
  );
}
