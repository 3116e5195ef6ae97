import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconBolt,
  IconLanguage,
  IconLayoutSidebar,
  IconLogout,
  IconMail,
  IconMoon,
  IconPlus,
  IconRowInsertTop,
  IconSparkles,
  IconSun,
  IconTable,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '~/lib/language.ts';
import { bestFirst } from '~/lib/rank-matches.ts';
import { useCan } from '~/metadata/access.ts';
import { useCreateRecord } from '~/metadata/create-record.ts';
import { useDensity } from '~/metadata/density.ts';
import { modelName, modelPath, recordPath } from '~/metadata/model.ts';
import { usePageCommands } from '~/metadata/page-commands.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { screensQuery } from '~/metadata/screens.ts';
import { NamedIcon } from '~/ui/named-icon.tsx';
import { usePages } from '../navigation.ts';
import type { AssistantState } from './use-assistant.ts';
import { useChooseLanguage } from './use-language.ts';
import { useSignOut } from './use-sign-out.ts';

export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly icon: ReactNode;
  readonly run: () => unknown;
}

export interface EntryGroup {
  readonly label: string;
  readonly entries: readonly Entry[];
}

const maxOfGroup = 8;

/** The entries that need no search: go to a page, create a record, change the look of the console. */
export function useCommands(query: string, onToggleSidebar: () => void, assistant: AssistantState): EntryGroup[] {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const registry = useRegistry();
  const can = useCan();
  const create = useCreateRecord();
  const actions = useActions(onToggleSidebar, assistant);
  const { data: screens = [] } = useQuery({ ...screensQuery, enabled: can.scope('ui:read') });
  const pages = usePages().map(({ label, path, icon: Icon }) => ({
    id: path,
    label: t(label),
    icon: <Icon size={16} stroke={1.6} />,
    run: () => navigate({ to: path }),
  }));
  const screenEntries = screens
    .map((screen) => registry.translated(screen))
    .map((screen) => ({
      id: screen._id,
      label: screen.name,
      icon: <NamedIcon name={screen.icon} layout={screen.layout} />,
      run: () => navigate({ to: '/s/$screenId', params: { screenId: screen._id } }),
    }));
  const readable = registry.models.filter(can.read);
  const models = readable.map((model) => ({
    id: `go ${modelName(model)}`,
    label: model.labelPlural,
    icon: <IconTable size={16} stroke={1.6} />,
    run: () => navigate({ to: modelPath(model) }),
  }));
  const creations = readable.filter(can.write).map((model) => ({
    id: `new ${modelName(model)}`,
    label: t('palette.new', { model: model.label }),
    icon: <IconPlus size={16} stroke={1.6} />,
    run: async () => {
      const record = await create(model);
      if (record) await navigate({ to: recordPath(model, record._id) });
    },
  }));
  const here = usePageCommands().map(({ id, label, shortcut, run }) => ({
    id,
    label,
    description: shortcut,
    icon: <IconBolt size={16} stroke={1.6} />,
    run,
  }));
  const some = (entries: readonly Entry[]) => bestFirst(entries, query, ({ label }) => label).slice(0, maxOfGroup);
  return [
    { label: t('palette.here'), entries: some(here) },
    { label: t('palette.goTo'), entries: some([...pages, ...screenEntries, ...(query === '' ? [] : models)]) },
    { label: t('palette.create'), entries: query === '' ? [] : some(creations) },
    { label: t('palette.actions'), entries: some(actions) },
  ];
}

function useActions(onToggleSidebar: () => void, assistant: AssistantState): Entry[] {
  const { t, i18n } = useTranslation('shell');
  const navigate = useNavigate();
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme();
  const [density, setDensity] = useDensity();
  const chooseLanguage = useChooseLanguage();
  const signOut = useSignOut();
  const other = {
    scheme: scheme === 'light' ? 'dark' : 'light',
    density: density === 'compact' ? 'comfortable' : 'compact',
  } as const;
  const otherLanguages = languages.filter(({ value }) => value !== i18n.language);
  return [
    ...(assistant.isOffered
      ? [
          {
            id: 'assistant',
            label: t('palette.assistant'),
            icon: <IconSparkles size={16} stroke={1.6} />,
            run: assistant.toggle,
          },
        ]
      : []),
    {
      id: 'scheme',
      label: t(`palette.scheme.${other.scheme}`),
      icon: other.scheme === 'dark' ? <IconMoon size={16} stroke={1.6} /> : <IconSun size={16} stroke={1.6} />,
      run: () => setColorScheme(other.scheme),
    },
    {
      id: 'density',
      label: t(`palette.density.${other.density}`),
      icon: <IconRowInsertTop size={16} stroke={1.6} />,
      run: () => setDensity(other.density),
    },
    {
      id: 'sidebar',
      label: t('palette.sidebar'),
      icon: <IconLayoutSidebar size={16} stroke={1.6} />,
      run: onToggleSidebar,
    },
    ...otherLanguages.map(({ value, label }) => ({
      id: `language ${value}`,
      label: t('palette.language', { language: label }),
      icon: <IconLanguage size={16} stroke={1.6} />,
      run: () => chooseLanguage(value),
    })),
    {
      id: 'profile',
      label: t('user.profile'),
      icon: <IconUser size={16} stroke={1.6} />,
      run: () => navigate({ to: '/profile' }),
    },
    {
      id: 'mailboxes',
      label: t('user.mailboxes'),
      icon: <IconMail size={16} stroke={1.6} />,
      run: () => navigate({ to: '/settings/mailboxes' }),
    },
    { id: 'sign-out', label: t('user.signOut'), icon: <IconLogout size={16} stroke={1.6} />, run: signOut },
  ];
}
