import { Badge, Group, Text } from '@mantine/core';
import {
  type Icon,
  IconFileImport,
  IconForms,
  IconMathFunction,
  IconRoute,
  IconSparkles,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import { Person } from '../parts/person.tsx';
import type { TimelineEntry } from './entries.ts';

/** Sources of automatic changes. Their name is shown instead of the name of the owner, who did not act. */
const sources = {
  form: { model: 'forms.forms', icon: IconForms },
  campaign: { model: 'marketing.campaigns', icon: IconSpeakerphone },
} as const;

type SourceKind = keyof typeof sources;

/** The actor of an entry: a person, a person with AI, a visitor, a form or a campaign. */
export function EntryActor({ entry }: { readonly entry: TimelineEntry }) {
  const { t } = useTranslation('record');
  const { by } = entry;
  const via = by?.via;
  if (entry.type === 'change' && entry.change.derived)
    return <SourceText icon={IconMathFunction} text={t('timeline.derived')} />;
  if (via === 'form' || via === 'campaign') return <SourceName kind={via} id={by?.viaId} />;
  if (via === 'workflow' || via === 'rule') return <SourceText icon={IconRoute} text={t(`timeline.via.${via}`)} />;
  const ViaIcon = via === 'import' ? IconFileImport : IconSparkles;
  const visitor = entry.type === 'submission' ? t('person.visitor') : null;
  return (
    <>
      <Person id={by?._id ?? null} email={by?.name ?? by?.email ?? visitor} />
      {via && (
        <Badge size="sm" variant="light" tt="none" leftSection={<ViaIcon size={11} aria-hidden />}>
          {t(`timeline.via.${via}`)}
        </Badge>
      )}
    </>
  );
}

function SourceName({ kind, id }: { readonly kind: SourceKind; readonly id: string | undefined }) {
  const { t } = useTranslation('record');
  const { model, icon } = sources[kind];
  const name = useRecordLabel(model, id);
  const text = name === undefined ? t(`timeline.via.${kind}`) : t(`timeline.viaNamed.${kind}`, { name });
  return <SourceText icon={icon} text={text} />;
}

function SourceText({ icon: SourceIcon, text }: { readonly icon: Icon; readonly text: string }) {
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex" miw={0}>
      <SourceIcon size={18} stroke={1.7} aria-hidden />
      <Text span size="sm" fw={500} truncate>
        {text}
      </Text>
    </Group>
  );
}
