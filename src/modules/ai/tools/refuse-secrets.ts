import { invalid } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import type { ToolInput } from './tool.ts';

/** Refuses secrets in the input of a tool: inputs are stored in logs and conversations, and were sent to a provider. */
export function refuseSecrets({ fields }: Model, values: ToolInput): void {
  const secret = Object.keys(values).find((key) => fields.get(key)?.type.seal);
  if (secret !== undefined) throw invalid(secret, 'secret', 'is a secret, which a person must enter');
}
