import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';

/** The models that the person may read, grouped by module, as options of an input. */
export function useModelOptions() {
  const { t } = useTranslation('admin');
  const registry = useRegistry();
  const can = useCan();
  return useMemo(() => {
    const groups = new Map<string, { value: string; label: string }[]>();
    for (const model of registry.models.filter(can.read)) {
      const items = groups.get(model.moduleKey) ?? [];
      items.push({ value: modelName(model), label: model.labelPlural });
      groups.set(model.moduleKey, items);
    }
    return [...groups].map(([module, items]) => ({
      group: t(`modules.${module}`, module),
      items: items.sort((a, b) => a.label.localeCompare(b.label)),
    }));
  }, [registry, can.read, t]);
}
