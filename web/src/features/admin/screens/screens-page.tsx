import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { IconLayoutGrid, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Page as ListPage, records } from '~/api/records.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { NamedIcon } from '~/ui/named-icon.tsx';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { ListTable } from '~/views/parts/list-table.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { AudienceText } from '../parts/audience-text.tsx';
import { type ScreenRecord, screensPath, valuesOf } from './screen-values.ts';

export function ScreensPage() {
  const { t } = useTranslation('screens');
  const registry = useRegistry();
  const [{ q }, setState] = useUrlTexts();
  const input = { q, sort: ['position', 'name'], limit: 50 };
  const pages = usePages<ScreenRecord>({
    queryKey: [...keys.list(screensPath, input), 'pages'],
    read: (cursor, signal) =>
      records.list(screensPath, { ...input, cursor }, signal) as Promise<ListPage<ScreenRecord>>,
  });
  const columns: Column<ScreenRecord>[] = [
    {
      key: 'name',
      title: t('screen.name'),
      cell: (stored) => {
        const { _id, name, description, icon, layout, active } = registry.translated(stored);
        return (
          <>
            <Group gap="xs" wrap="nowrap">
              <NamedIcon name={icon} layout={layout ?? 'list'} />
              <Anchor component={Link} to={`/admin/screens/${_id}`} size="sm" fw={500}>
                {name}
              </Anchor>
              {!active && (
                <Badge size="xs" variant="light" color="gray">
                  {t('inactive')}
                </Badge>
              )}
            </Group>
            {description && (
              <Text size="xs" c="dimmed" lineClamp={1}>
                {description}
              </Text>
            )}
          </>
        );
      },
    },
    {
      key: 'model',
      title: t('screen.model'),
      cell: ({ modelKey }) => registry.find(modelKey ?? '')?.labelPlural ?? modelKey ?? '–',
    },
    { key: 'layout', title: t('screen.layout'), cell: (screen) => t(`layouts.${valuesOf(screen).layout}`) },
    {
      key: 'audience',
      title: t('audience.title'),
      wide: true,
      cell: ({ roleNames, teamIds }) => <AudienceText roleNames={roleNames} teamIds={teamIds} />,
    },
  ];
  const create = (
    <Button component={Link} to="/admin/screens/new" leftSection={<IconPlus size={16} />}>
      {t('screen.create')}
    </Button>
  );
  return (
    <Page title={t('screens.title')} description={t('screens.text')} actions={create}>
      <Group mb="sm">
        <SearchBox
          label={t('screens.search')}
          placeholder={t('screens.search')}
          clearable
          value={q}
          onChange={(next) => setState({ q: next })}
        />
      </Group>
      <ListTable
        label={t('screens.title')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={pages}
        empty={
          q ? (
            <EmptyState icon={IconLayoutGrid} title={t('screens.noMatch')} />
          ) : (
            <EmptyState icon={IconLayoutGrid} title={t('screens.none')} text={t('screens.noneText')} action={create} />
          )
        }
      />
    </Page>
  );
}
