import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '~/views/parts/format.ts';
import type { SocialPlatform } from '../social-api.ts';

/** Shows the images and videos that the chosen platforms accept. */
export function MediaLimits({ platforms }: { readonly platforms: readonly SocialPlatform[] }) {
  const { t } = useTranslation('marketing-social');
  const format = useFormat();
  return platforms.map(({ name, label, maxMedia, maxImageBytes, maxVideos, maxVideoBytes, maxVideoSeconds }) => {
    const pictures =
      maxImageBytes !== null && t('compose.pictures', { count: maxMedia, size: format.bytes(maxImageBytes) });
    const videos =
      maxVideoBytes !== null &&
      maxVideos > 0 &&
      [
        t('compose.videos', { count: maxVideos, size: format.bytes(maxVideoBytes) }),
        maxVideoSeconds !== null && t('compose.seconds', { length: format.duration(maxVideoSeconds) }),
      ]
        .filter(Boolean)
        .join(', ');
    const taken = [pictures, videos].filter(Boolean);
    return (
      <Text key={name} size="xs" c="dimmed">
        {`${label}: ${taken.length === 0 ? t('compose.noMedia') : taken.join('; ')}`}
      </Text>
    );
  });
}
