import { useCan } from '~/metadata/access.ts';
import { modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';

/** Options for the models that a form can write. */
export function useFormModels(): { value: string; label: string }[] {
  const can = useCan();
  return useRegistry()
    .models.filter((model) => model.openToForms === true && can.write(model))
    .map((model) => ({ value: modelName(model), label: model.labelPlural }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
