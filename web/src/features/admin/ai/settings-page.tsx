import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { aiModelsQuery } from '~/metadata/ai.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { PageSection } from '~/views/parts/page-section.tsx';
import { ContentForm } from './content-form.tsx';
import { LimitsForm } from './limits-form.tsx';
import { ModelsForm } from './models-form.tsx';
import { ProviderKeys } from './provider-keys.tsx';
import { aiSettingsQuery, type SettingKey, type Settings } from './settings.ts';
import { ToolsForm } from './tools-form.tsx';

/** The key of a form. It changes when somebody else saves the settings of the form, which then starts again. */
const stateOf = (settings: Settings, ...keys: readonly SettingKey[]): string =>
  keys.map((key) => settings.get(key)?.version ?? '').join(' ');

export function SettingsPage() {
  const { t } = useTranslation('admin-ai');
  const settings = useQuery(aiSettingsQuery);
  const models = useQuery({ ...aiModelsQuery, retry: false });
  const error = settings.error ?? models.error;
  const retry = () => {
    void settings.refetch();
    void models.refetch();
  };
  if (error)
    return (
      <Page title={t('title')}>
        <ErrorState error={error} onRetry={retry} />
      </Page>
    );
  if (!settings.data || !models.data) return <PageLoading />;
  const { data: stored } = settings;
  return (
    <Page title={t('title')} description={t('description')} width={900}>
      <PageSection title={t('keys.title')} text={t('keys.text')}>
        <ProviderKeys settings={stored} models={models.data} />
      </PageSection>
      <PageSection title={t('models.title')} text={t('models.text')}>
        <ModelsForm key={stateOf(stored, 'ai.defaultModel', 'ai.failover')} settings={stored} models={models.data} />
      </PageSection>
      <PageSection title={t('tools.title')} text={t('tools.text')}>
        <ToolsForm key={stateOf(stored, 'ai.tools', 'ai.approval')} settings={stored} />
      </PageSection>
      <PageSection title={t('limits.title')} text={t('limits.text')}>
        <LimitsForm key={stateOf(stored, 'ai.limits')} settings={stored} models={models.data} />
      </PageSection>
      <PageSection title={t('content.title')} text={t('content.text')}>
        <ContentForm key={stateOf(stored, 'ai.keepContent')} settings={stored} />
      </PageSection>
    </Page>
  );
}
