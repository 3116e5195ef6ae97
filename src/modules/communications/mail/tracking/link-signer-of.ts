import { defineService } from '#core/module-service.ts';
import { LinkSigner } from './mail-links.ts';

/** The signer of this node, which derives its keys once. */
export const linkSigner = defineService({
  name: 'communications.linkSigner',
  make: (services) => new LinkSigner(services),
});
