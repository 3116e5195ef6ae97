import { defineService } from '#core/module-service.ts';
import { SocialHttp } from './social-http.ts';

/** The client of the process. */
export const socialHttp = defineService({
  name: 'marketing.socialHttp',
  make: (services) => new SocialHttp(services),
  close: (http) => http.close(),
});
