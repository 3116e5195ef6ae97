import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { isPeriod, periodText } from '~/fields/date/periods.ts';
import { kindOf } from '~/fields/kinds.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import { isPeopleWord, peopleWordKey } from '~/fields/reference/people-words.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { conditionsOf, type Words } from './describe.ts';
import { findFilterField, operatorKey } from './fields.ts';
import type { GroupNode } from './tree.ts';

const idsOf = (field: Field, value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string' && !isPeopleWord(field, id));

/** The texts that describe a filter of the model. Names of referenced records are loaded. */
export function useWords(model: Model, root: GroupNode): Words {
  const { t } = useTranslation(['records', 'fields']);
  const registry = useRegistry();
  const wanted = conditionsOf(root).flatMap(({ field: path, value }) => {
    const field = findFilterField(model, registry, path)?.field;
    const target = field && registry.target(field);
    return target ? [{ target, ids: idsOf(field, value) }] : [];
  });
  const names = useQueries({
    queries: wanted.map(({ target, ids }) => ({
      queryKey: [...keys.model(target.path), 'names', ids],
      queryFn: async () => {
        const { data } = await records.list(target.path, {
          filter: { _id: { in: ids } },
          limit: Math.max(1, Math.min(200, ids.length)),
          count: 'none',
        });
        return new Map(data.map((record) => [record._id, recordLabel(target, record)]));
      },
      enabled: ids.length > 0,
      structuralSharing: false,
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => [...(data ?? [])])),
  });
  return {
    fieldName: (path) => findFilterField(model, registry, path)?.label ?? path,
    operator: ({ field: path, operator }) => {
      const field = findFilterField(model, registry, path)?.field;
      return field ? t(`fields:${operatorKey(field, operator)}`) : operator;
    },
    value: ({ field: path }, value) => {
      const field = findFilterField(model, registry, path)?.field;
      if (!field) return String(value);
      if (isPeriod(value) && (field.type === 'date' || field.type === 'datetime')) {
        const { key, values } = periodText(value);
        return t(`fields:${key}`, { ...values });
      }
      if (isPeopleWord(field, value)) return t(`fields:${peopleWordKey(field, value)}`);
      return names.get(String(value)) ?? (field.reference ? '…' : kindOf(field).toText(value, field));
    },
    other: ({ key, value }) => JSON.stringify(key === null ? value : { [key]: value }),
    empty: t('fields:filter.isEmpty'),
    notEmpty: t('fields:filter.isNotEmpty'),
    and: t('filter.and'),
    or: t('filter.or'),
    not: t('filter.not'),
  };
}
