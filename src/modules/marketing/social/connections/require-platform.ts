import type { Context } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { isPlatformName, platformNames } from '../platform-names.ts';
import { loadPlatform } from '../platforms/index.ts';
import type { Platform } from '../platforms/platform.ts';
import { allowedPlatforms } from '../settings/tenant-settings.ts';

/** Returns a platform. The tenant must be allowed to connect accounts on it, and the operator must have set it up. */
export async function requirePlatform(context: Context, name: string): Promise<Platform> {
  if (!isPlatformName(name)) throw invalid('platform', 'not_an_option', `must be one of ${platformNames.join(', ')}`);
  const allowed = await allowedPlatforms(context);
  if (!allowed.includes(name))
    throw new AppError(
      'forbidden',
      `Accounts of ${name} are not allowed here; the setting marketing.socialPlatforms names the allowed platforms.`,
    );
  const platform = await loadPlatform(name);
  if (platform.consent && !context.services.settings.social.clients[name])
    throw new AppError(
      'not_configured',
      `${platform.label} is not set up: the operator of the platform has to set SOCIAL_${name.toUpperCase()}_CLIENT_ID and SOCIAL_${name.toUpperCase()}_CLIENT_SECRET.`,
    );
  return platform;
}
