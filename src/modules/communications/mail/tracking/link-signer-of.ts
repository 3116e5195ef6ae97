import { defineService } from '#core/module-service.ts';
import { LinkSigner } from './mail-links.ts';

/** The signer of this node: its keys are derived once. */
export const linkSigner = defineService({
  name: 'communications.linkSigner',
  make: (services) => new LinkSigner(services),
});
