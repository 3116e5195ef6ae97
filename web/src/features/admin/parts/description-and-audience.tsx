import { Textarea, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '~/fields/field-input.tsx';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { useRoleNames } from './people.ts';

interface DescriptionAndAudienceValues {
  readonly description: string;
  readonly roleNames: readonly string[];
  readonly teamIds: readonly string[];
}

interface DescriptionAndAudienceProps {
  readonly values: DescriptionAndAudienceValues;
  /** The model of screens or workspaces. */
  readonly model: Model;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<DescriptionAndAudienceValues>) => void;
}

/**
 * Inputs for the purpose of a screen or workspace and for its audience: everybody, or people with some roles or in some
 * teams.
 */
export function DescriptionAndAudience({ model, values, problems, onChange }: DescriptionAndAudienceProps) {
  const { description, roleNames, teamIds } = values;
  const { t } = useTranslation('screens');
  const names = useRoleNames();
  const teams = useRegistry().field(model, 'teamIds');
  return (
    <>
      <Textarea
        label={t('screen.description')}
        value={description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
        error={problems.description}
        autosize
        minRows={2}
        maxRows={6}
      />
      <Title order={2} size="h4" mt="xs">
        {t('audience.title')}
      </Title>
      <MultiSelect
        label={t('audience.roles')}
        placeholder={roleNames.length === 0 ? t('audience.all') : undefined}
        description={t('audience.help')}
        data={[...new Set([...names, ...roleNames])]}
        value={[...roleNames]}
        onChange={(next) => onChange({ roleNames: next })}
        error={problems.roleNames}
        searchable
        clearable
      />
      {teams && (
        <FieldInput
          field={{ ...teams, label: t('audience.teams') }}
          model={model}
          value={teamIds}
          onChange={(next) => onChange({ teamIds: Array.isArray(next) ? next : [] })}
          error={problems.teamIds}
        />
      )}
    </>
  );
}
