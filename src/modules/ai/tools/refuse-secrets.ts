import { invalid } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import type { ToolInput } from './tool.ts';

/** Inputs of tools are kept in logs and conversations, and were sent to a provider: no place for a secret. */
export function refuseSecrets({ fields }: Model, values: ToolInput): void {
  const secret = Object.keys(values).find((key) => fields.get(key)?.type.seal);
  if (secret !== undefined) throw invalid(secret, 'secret', 'is a secret, which a person must enter');
}
