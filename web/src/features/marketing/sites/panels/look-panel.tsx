import { Button, Group, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { ColorInput } from '~/ui/color-input.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { Section } from '~/ui/section.tsx';
import { SortableList } from '~/ui/sortable-list.tsx';
import { FieldsPanel } from '~/views/parts/fields-panel.tsx';
import { type NavigationEntry, type Website, websitesModel, websitesPath } from '../site.ts';

interface LookPanelProps {
  readonly site: Website;
  readonly mayWrite: boolean;
}

/** Saves a part of a website. */
function useSaveSite(site: Website) {
  const { t } = useTranslation('marketing-sites');
  return useMutation({
    mutationFn: (values: Readonly<Record<string, unknown>>) => records.update(websitesPath, site._id, values),
    onSuccess: () => notifyDone(t('look.saved')),
    onError: (failure) => notifyError(failure),
  });
}

/** The colours, fonts and navigation of all pages. */
export function LookPanel({ site, mayWrite }: LookPanelProps) {
  const { t } = useTranslation('marketing-sites');
  return (
    <Stack gap="md" maw={900}>
      <Theme site={site} mayWrite={mayWrite} />
      <Navigation site={site} mayWrite={mayWrite} />
      <FieldsPanel
        title={t('look.pictures')}
        model={websitesModel}
        record={site}
        fields={['logoUrl', 'faviconUrl', 'socialImageUrl']}
      />
    </Stack>
  );
}

const colors = ['accent', 'accentText', 'background', 'text'] as const;
const fonts = ['font', 'headingFont'] as const;
/** Theme values with CSS units. */
const sizes = [
  { key: 'width', unit: 'rem', max: 120 },
  { key: 'radius', unit: 'px', max: 40 },
] as const;

function Theme({ site, mayWrite }: LookPanelProps) {
  const { t } = useTranslation('marketing-sites');
  const [theme, setTheme] = useState<Readonly<Record<string, string | number>>>(site.theme ?? {});
  const save = useSaveSite(site);
  const set = (key: string, value: string) => {
    const { [key]: _, ...others } = theme;
    setTheme(value === '' ? others : { ...others, [key]: value });
  };
  return (
    <Section title={t('look.theme')} text={t('look.themeText')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {colors.map((key) => (
          <ColorInput
            key={key}
            label={t(`look.${key}`)}
            placeholder={t('look.standard')}
            value={String(theme[key] ?? '')}
            onChange={(color) => set(key, color)}
            disabled={!mayWrite}
          />
        ))}
        {fonts.map((key) => (
          <TextInput
            key={key}
            label={t(`look.${key}`)}
            placeholder="system-ui, sans-serif"
            value={String(theme[key] ?? '')}
            onChange={(event) => set(key, event.currentTarget.value)}
            disabled={!mayWrite}
            maxLength={200}
          />
        ))}
        {sizes.map(({ key, unit, max }) => (
          <NumberInput
            key={key}
            label={t(`look.${key}`)}
            placeholder={t('look.standard')}
            value={Number.parseFloat(String(theme[key] ?? '')) || ''}
            onChange={(value) => set(key, value === '' ? '' : `${value}${unit}`)}
            suffix={` ${unit}`}
            min={0}
            max={max}
            disabled={!mayWrite}
          />
        ))}
      </SimpleGrid>
      {mayWrite && (
        <Group justify="flex-end" mt="sm">
          <Button size="xs" loading={save.isPending} onClick={() => save.mutate({ theme })}>
            {t('look.saveTheme')}
          </Button>
        </Group>
      )}
    </Section>
  );
}

interface Row extends NavigationEntry {
  readonly id: string;
}

function Navigation({ site, mayWrite }: LookPanelProps) {
  const { t } = useTranslation('marketing-sites');
  const [rows, setRows] = useState<readonly Row[]>(() =>
    (site.navigation ?? []).map((entry, n) => ({ ...entry, id: `entry ${n}` })),
  );
  const save = useSaveSite(site);
  const set = (id: string, change: Partial<NavigationEntry>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...change } : row)));
  const target = ({ path, url }: Row): string => url ?? path ?? '';
  const setTarget = (row: Row, value: string) => {
    const { path: _, url: __, ...rest } = row;
    const next: Row = /^[a-z][a-z0-9+.-]*:/i.test(value) ? { ...rest, url: value } : { ...rest, path: value };
    setRows(rows.map((one) => (one.id === row.id ? next : one)));
  };
  const stored = () => rows.map(({ id: _, ...entry }) => entry);
  const content = (row: Row) => (
    <Group gap="xs" py={4}>
      <TextInput
        size="xs"
        flex={1}
        miw={110}
        aria-label={t('navigation.label')}
        placeholder={t('navigation.label')}
        value={row.label}
        onChange={(event) => set(row.id, { label: event.currentTarget.value })}
        disabled={!mayWrite}
      />
      <TextInput
        size="xs"
        flex={1}
        miw={110}
        aria-label={t('navigation.target')}
        placeholder="/about"
        value={target(row)}
        onChange={(event) => setTarget(row, event.currentTarget.value)}
        disabled={!mayWrite}
      />
    </Group>
  );
  return (
    <Section title={t('navigation.title')} text={t('navigation.text')}>
      <SortableList
        label={t('navigation.title')}
        disabled={!mayWrite}
        items={rows.map((row) => ({ id: row.id, label: row.label || t('navigation.label'), content: content(row) }))}
        onOrder={(ids) => setRows(ids.flatMap((id) => rows.find((row) => row.id === id) ?? []))}
        onRemove={mayWrite ? (id) => setRows(rows.filter((row) => row.id !== id)) : undefined}
      />
      {mayWrite && (
        <Group justify="space-between" mt="sm">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => setRows([...rows, { id: `entry ${Date.now()}`, label: '', path: '/' }])}
          >
            {t('navigation.add')}
          </Button>
          <Button size="xs" loading={save.isPending} onClick={() => save.mutate({ navigation: stored() })}>
            {t('navigation.save')}
          </Button>
        </Group>
      )}
    </Section>
  );
}
