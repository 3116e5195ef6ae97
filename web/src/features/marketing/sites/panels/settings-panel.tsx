import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone, notifyError, notifyProblem } from '~/ui/notify.ts';
import { Section } from '~/ui/section.tsx';
import { FieldsPanel } from '~/views/parts/fields-panel.tsx';
import { type Website, websitesModel } from '../site.ts';
import { siteKeys, sitesApi } from '../sites-api.ts';

interface SettingsPanelProps {
  readonly site: Website;
  readonly mayWrite: boolean;
}

const general = ['name', 'slug', 'domain', 'status', 'type', 'language', 'description', 'homePageId', 'notFoundPageId'];
const search = [
  'metaTitle',
  'metaDescription',
  'socialTitle',
  'socialDescription',
  'socialImageUrl',
  'noIndex',
  'robotsTxt',
];
const code = ['layoutId', 'allowScripts', 'headHtml', 'footerHtml'];

/** The address, search engine settings and code of a website. */
export function SettingsPanel({ site, mayWrite }: SettingsPanelProps) {
  const { t } = useTranslation('marketing-sites');
  return (
    <Stack gap="md" maw={900}>
      <FieldsPanel title={t('settings.general')} model={websitesModel} record={site} fields={general} />
      {site.domain && <Domain site={site} mayWrite={mayWrite} />}
      <FieldsPanel title={t('settings.search')} model={websitesModel} record={site} fields={search} />
      <FieldsPanel
        title={t('settings.code')}
        text={t('settings.codeText')}
        model={websitesModel}
        record={site}
        fields={code}
      />
    </Stack>
  );
}

/** The DNS record that proves ownership of the domain. Before that, the website is not served there. */
function Domain({ site, mayWrite }: SettingsPanelProps) {
  const { t } = useTranslation('marketing-sites');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: siteKeys.domain(site._id),
    queryFn: ({ signal }) => sitesApi.domain(site._id, signal),
  });
  const verify = useMutation({
    mutationFn: () => sitesApi.verifyDomain(site._id),
    onSuccess: (proof) => {
      client.setQueryData(siteKeys.domain(site._id), proof);
      if (proof.verified) notifyDone(t('domain.proven'));
      else notifyProblem(t('domain.notYet'));
    },
    onError: (failure) => notifyError(failure),
  });
  return (
    <Section
      title={t('domain.title')}
      text={t('domain.text')}
      actions={
        mayWrite &&
        data?.verified === false && (
          <Button size="xs" variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
            {t('domain.check')}
          </Button>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data?.verified && (
        <Badge color="teal" variant="light" tt="none">
          {t('domain.proven')}
        </Badge>
      )}
      {data?.records.map((record) => (
        <Stack key={`${record.type} ${record.name}`} gap={4} mt="xs">
          <Group gap="xs">
            <Badge
              variant="light"
              color={record.ok ? 'teal' : 'orange'}
              size="sm"
              tt="none"
              c="var(--mantine-color-text)"
            >
              {t(record.ok ? 'domain.found' : 'domain.missing')}
            </Badge>
            <Text size="sm">{record.purpose}</Text>
          </Group>
          <Code block>{`${record.name} ${record.type} ${record.value}`}</Code>
        </Stack>
      ))}
    </Section>
  );
}
