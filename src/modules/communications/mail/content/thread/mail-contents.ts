import { defineService } from '#core/module-service.ts';
import { ContentCache } from './content-cache.ts';

const cacheBytes = 16_000_000;

/** The compiled templates of this process. */
export const mailContents = defineService({
  name: 'communications.mailContents',
  make: () => new ContentCache(cacheBytes),
});
