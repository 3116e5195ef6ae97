import type { Services } from '#core/context.ts';
import { LinkSigner } from './mail-links.ts';

const signers = new WeakMap<Services, LinkSigner>();

/** The signer of this node: its keys are derived once. */
export function linkSignerOf(services: Services): LinkSigner {
  let signer = signers.get(services);
  if (!signer) {
    signer = new LinkSigner(services);
    signers.set(services, signer);
  }
  return signer;
}
