import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FieldDisplay } from '~/fields/kinds.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { dealsModel, type ForecastRow, type GroupBy, targetsModel } from './forecast.ts';

interface RowNameProps {
  readonly row: ForecastRow;
  /** Undefined for the row of all deals. */
  readonly groupBy: GroupBy | undefined;
}

/** The owner or team of a row. */
export function RowName({ row, groupBy }: RowNameProps) {
  const { t } = useTranslation('forecast');
  const registry = useRegistry();
  if (groupBy === undefined) return t('all');
  const id = row[groupBy];
  if (!id)
    return (
      <Text span inherit c="dimmed">
        {t(groupBy === 'ownerId' ? 'noOwner' : 'noTeam')}
      </Text>
    );
  // Deals have no team, but targets do.
  const model = registry.find(groupBy === 'ownerId' ? dealsModel : targetsModel);
  const field = model && registry.field(model, groupBy);
  return field ? <FieldDisplay field={field} value={id} compact /> : id;
}
