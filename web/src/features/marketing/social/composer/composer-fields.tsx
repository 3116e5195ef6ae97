import { Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FieldOf } from '~/views/parts/field-of.tsx';
import { postsModel, type SocialPlatform } from '../social-api.ts';
import { MediaInput } from './media-input.tsx';
import type { PostValues } from './post-values.ts';

interface ComposerFieldsProps {
  readonly values: PostValues;
  readonly onChange: (change: Partial<PostValues>) => void;
  /** The platforms of the chosen accounts. */
  readonly platforms: readonly SocialPlatform[];
}

/** Inputs for the text of a post and its variants, link, media, time and campaign. */
export function ComposerFields({ values, onChange, platforms }: ComposerFieldsProps) {
  const { t } = useTranslation('marketing-social');
  return (
    <Stack gap="sm">
      <Textarea
        label={t('compose.content')}
        value={values.content}
        onChange={(event) => onChange({ content: event.currentTarget.value })}
        autosize
        minRows={5}
        maxRows={16}
        required
      />
      {platforms.length > 1 &&
        platforms.map((platform) => (
          <Variant key={platform.name} platform={platform} values={values} onChange={onChange} />
        ))}
      <TextInput
        label={t('compose.link')}
        placeholder="https://"
        value={values.linkUrl}
        onChange={(event) => onChange({ linkUrl: event.currentTarget.value })}
      />
      <MediaInput media={values.media} onChange={(media) => onChange({ media })} platforms={platforms} />
      <FieldOf
        model={postsModel}
        field="scheduledAt"
        label={t('compose.time')}
        help={t('compose.timeHelp')}
        value={values.scheduledAt ?? null}
        onChange={(value) => onChange({ scheduledAt: typeof value === 'string' ? value : undefined })}
      />
      <FieldOf
        model={postsModel}
        field="campaignId"
        value={values.campaignId ?? null}
        onChange={(value) => onChange({ campaignId: typeof value === 'string' ? value : undefined })}
      />
    </Stack>
  );
}

/** A different text for one platform. */
function Variant({
  platform: { name, label },
  values,
  onChange,
}: Omit<ComposerFieldsProps, 'platforms'> & { readonly platform: SocialPlatform }) {
  const { t } = useTranslation('marketing-social');
  const text = values.variants[name];
  const { [name]: _, ...others } = values.variants;
  return (
    <div>
      <Switch
        size="xs"
        label={t('compose.other', { label })}
        checked={text !== undefined}
        onChange={(event) =>
          onChange({ variants: event.currentTarget.checked ? { ...others, [name]: values.content } : others })
        }
      />
      {text !== undefined && (
        <Textarea
          mt={4}
          aria-label={t('compose.textFor', { label })}
          value={text}
          onChange={(event) => onChange({ variants: { ...others, [name]: event.currentTarget.value } })}
          autosize
          minRows={3}
        />
      )}
    </div>
  );
}
