import type { Context } from '../context.ts';
import type { Model } from '../models/model.ts';

/**
 * Clears this node's cached permissions after a write to a model that affects access. The database notifies the other
 * nodes, but this node must not serve even one more request from its cache.
 */
export function clearAccessCache({ services, caller, tx }: Context, model: Model): void {
  if (!model.affectsAccess) return;
  const clear = () => services.directory.invalidate(caller.tenantId);
  if (tx) tx.afterCommit(clear);
  else clear();
}
