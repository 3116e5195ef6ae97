import { type Background, together } from '#core/background.ts';
import type { Services } from '#core/context.ts';
import { SocialReader } from '../reading/reader.ts';
import { socialPublisher } from './publisher.ts';

/**
 * The background work for social accounts. When it stops, it waits for running calls, because a post whose call is cut
 * off would be unconfirmed.
 */
export const socialEngine = (services: Services): Background =>
  together([socialPublisher(services), new SocialReader(services)]);
