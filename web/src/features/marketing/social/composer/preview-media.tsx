import { Image, SimpleGrid } from '@mantine/core';
import type { PostCheck } from '../social-api.ts';
import classes from './post-preview.module.css';

const shown = 4;

/** The images and videos of a post. A video loads only its metadata until it is played. */
export function PreviewMedia({ media }: { readonly media: PostCheck['media'] }) {
  if (media.length === 0) return null;
  return (
    <SimpleGrid cols={Math.min(2, media.length)} spacing={4}>
      {media.slice(0, shown).map(({ id, name, type }) => {
        const url = `/api/data/storedFiles/${id}/content`;
        return type.startsWith('video/') ? (
          // biome-ignore lint/a11y/useMediaCaption: the files of posts have no captions.
          <video key={id} src={url} aria-label={name} className={classes.video} controls preload="metadata" />
        ) : (
          <Image key={id} src={url} alt="" radius="sm" h={120} fit="cover" />
        );
      })}
    </SimpleGrid>
  );
}
