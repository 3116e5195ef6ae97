import { Alert, Anchor, Button, Group, List, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefreshAfterJob } from '~/api/refresh.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { FieldOf } from '~/views/parts/field-of.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { pagesModel, pagesPath, type Website, websitesPath } from './site.ts';
import { type Publication, sitesApi } from './sites-api.ts';
import { watchPublication } from './watch-publication.ts';

interface PublishDialogProps {
  readonly site: Pick<Website, '_id' | 'name'>;
  /** The pages to publish. All other pages stay as they are. */
  readonly pageIds?: readonly string[];
  readonly onClose: () => void;
}

/** Publishes a website or some of its pages, and shows the progress and broken links. */
export function PublishDialog({ site, pageIds, onClose }: PublishDialogProps) {
  const { t } = useTranslation('marketing-sites');
  const refresh = useRefreshAfterJob(websitesPath, pagesPath);
  const [later, setLater] = useState<string>();
  const [shown, setShown] = useState<Publication>();
  const publish = useMutation({
    mutationFn: async () => {
      const started = await sitesApi.publish({
        websiteId: site._id,
        ...(pageIds && { pageIds }),
        ...(later !== undefined && { scheduledAt: later }),
      });
      return later === undefined ? watchPublication(started.jobId, setShown) : started;
    },
    onSuccess: setShown,
    onSettled: refresh,
  });
  return (
    <Modal opened onClose={onClose} title={t('publish.title', { name: site.name })} size="lg">
      <Stack gap="sm">
        {!publish.isPending && !publish.data && (
          <>
            <Text size="sm">{t(pageIds ? 'publish.textPages' : 'publish.text')}</Text>
            <FieldOf
              model={pagesModel}
              field="scheduledAt"
              label={t('publish.later')}
              help={t('publish.laterHelp')}
              value={later ?? null}
              onChange={(value) => setLater(typeof value === 'string' ? value : undefined)}
            />
          </>
        )}
        {publish.isPending && (
          <div>
            <Text size="sm" mb={6} role="status">
              {t('publish.running', { done: shown?.done ?? 0, total: shown?.total ?? '…' })}
            </Text>
            <Progress value={(shown?.progress ?? 0) * 100} animated aria-label={t('publish.progress')} />
          </div>
        )}
        {publish.error && <ErrorState error={publish.error} />}
        {publish.data && <Result publication={publish.data} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t(publish.data ? 'common:close' : 'common:cancel')}
          </Button>
          {!publish.data && (
            <Button loading={publish.isPending} onClick={() => publish.mutate()} data-autofocus>
              {t(later === undefined ? 'publish.now' : 'publish.schedule')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Result({ publication }: { readonly publication: Publication }) {
  const { t } = useTranslation('marketing-sites');
  const format = useFormat();
  const { status, scheduledAt, error, url, pages, skippedDrafts, brokenLinks = [], problems = [] } = publication;
  if (scheduledAt !== null && status !== 'completed')
    return <Alert color="accent">{t('publish.scheduled', { time: format.time(scheduledAt) })}</Alert>;
  if (status !== 'completed')
    return (
      <Alert color="red" title={t('publish.failed')}>
        {error ?? t('publish.failedText')}
      </Alert>
    );
  return (
    <>
      <Alert color="teal" title={t('publish.done')} styles={{ title: { color: 'var(--mantine-color-text)' } }}>
        <Text size="sm">{t('publish.pages', { count: pages ?? 0 })}</Text>
        {(skippedDrafts ?? 0) > 0 && <Text size="sm">{t('publish.skipped', { count: skippedDrafts ?? 0 })}</Text>}
        {url !== null && (
          <Anchor href={url} target="_blank" rel="noopener" size="sm" c="inherit" underline="always">
            {url}
          </Anchor>
        )}
      </Alert>
      {brokenLinks.length > 0 && (
        <Alert
          color="orange"
          title={t('publish.broken', { count: brokenLinks.length })}
          styles={{ title: { color: 'var(--mantine-color-text)' } }}
        >
          <List size="sm">
            {brokenLinks.map(({ pageId, path, link }) => (
              <List.Item key={`${pageId} ${link}`}>
                <Anchor
                  component={Link}
                  to={`/marketing/websites/pages/${pageId}`}
                  size="sm"
                  c="inherit"
                  underline="always"
                >
                  {path}
                </Anchor>
                {` → ${link}`}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {problems.length > 0 && (
        <Alert color="orange" title={t('publish.problems')} styles={{ title: { color: 'var(--mantine-color-text)' } }}>
          <List size="sm">
            {problems.map(({ pageId, path, problem }) => (
              <List.Item key={`${pageId} ${problem}`}>{`${path}: ${problem}`}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}
