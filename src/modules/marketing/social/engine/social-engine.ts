import { type Background, together } from '#core/background.ts';
import type { Services } from '#core/context.ts';
import { SocialReader } from '../reading/reader.ts';
import { socialPublisher } from './publisher.ts';

/**
 * All that goes on about social accounts besides requests. When it stops, it waits for calls under way: one that is cut
 * off would be unconfirmed.
 */
export const socialEngine = (services: Services): Background =>
  together([socialPublisher(services), new SocialReader(services)]);
