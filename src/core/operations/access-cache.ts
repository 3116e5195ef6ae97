import type { Context } from '../context.ts';
import { isCached, type Model } from '../models/model.ts';

/**
 * Clears what this node has cached of the tenant after a write to a model that affects access, or is a list of statuses. The database notifies the other
 * nodes, but this node must not serve even one more request from its cache.
 */
export function clearAccessCache({ services, caller, tx }: Context, model: Model): void {
  if (!isCached(model)) return;
  const clear = () => services.directory.invalidate(caller.tenantId);
  if (tx) tx.afterCommit(clear);
  else clear();
}
