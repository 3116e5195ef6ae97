import type { Services } from '#core/context.ts';
import type { Background } from '#core/module.ts';
import { siteBackground } from './sites/site-services.ts';
import { SocialEngine } from './social/engine/social-engine.ts';

/** All work of marketing that runs as long as the process lives. */
export function marketingBackground(services: Services): Background {
  const parts = [new SocialEngine(services), siteBackground(services)];
  return {
    async start() {
      for (const part of parts) await part.start();
    },
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
