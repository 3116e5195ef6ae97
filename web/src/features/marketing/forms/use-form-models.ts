import { useCan } from '~/metadata/access.ts';
import { modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';

/** Modules whose records are not written by visitors. */
const closedModules = new Set(['identity', 'integrations', 'ui', 'ai', 'data']);

/** The models that a form can write, as options. */
export function useFormModels(): { value: string; label: string }[] {
  const can = useCan();
  return useRegistry()
    .models.filter((model) => !closedModules.has(model.moduleKey) && can.write(model))
    .map((model) => ({ value: modelName(model), label: model.labelPlural }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
