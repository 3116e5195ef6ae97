import { Button, FileButton, Group, Input, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uploadFile } from '~/api/upload.ts';
import { notifyError } from '~/ui/notify.ts';
import { rankFound } from '~/ui/select/rank-options.ts';
import { Select } from '~/ui/select/select.tsx';
import type { Block } from '../site.ts';
import classes from './editor.module.css';
import { filesPath, type MediaKind, useMediaFiles } from './use-media-files.ts';

interface MediaInputProps {
  readonly kind: MediaKind;
  /** The key in the block that holds the file. */
  readonly name: string;
  readonly label: string;
  readonly block: Block;
  readonly onChange: (values: Readonly<Record<string, unknown>>) => void;
  readonly disabled: boolean;
}

/** File types that websites can serve. */
const accepted: Readonly<Record<MediaKind, string>> = { image: 'image/*', video: 'video/mp4,video/webm' };

/** The image or video of a block: a new upload, or an existing file. */
export function MediaInput({ kind, name, label, block, onChange, disabled }: MediaInputProps) {
  const { t } = useTranslation('marketing-sites');
  const id = typeof block[name] === 'string' ? block[name] : undefined;
  const take = ({ id, name: fileName }: { readonly id: string; readonly name: string }) =>
    onChange({ [name]: id, ...(name === 'storedFileId' && { url: undefined, ...named(block, fileName) }) });
  const upload = useMutation({
    mutationFn: (file: File) =>
      uploadFile(filesPath, file, {
        fields: { name: file.name },
        onProgress: () => {},
        signal: new AbortController().signal,
      }),
    onSuccess: (file) => take({ id: file._id, name: String(file.name) }),
    onError: (error) => notifyError(error),
  });
  return (
    <Input.Wrapper size="xs" label={label} labelElement="div">
      <Stack gap={6}>
        {id !== undefined && (
          <Shown kind={kind} id={id} poster={name === 'storedFileId' ? block.posterFileId : undefined} />
        )}
        <Group gap="xs">
          <FileButton onChange={(file) => file && upload.mutate(file)} accept={accepted[kind]} disabled={disabled}>
            {(props) => (
              <Button {...props} size="compact-xs" variant="default" loading={upload.isPending}>
                {t(id === undefined ? `media.${kind}.upload` : `media.${kind}.replace`)}
              </Button>
            )}
          </FileButton>
          {id !== undefined && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              disabled={disabled}
              onClick={() => onChange({ [name]: undefined })}
            >
              {t('common:remove')}
            </Button>
          )}
        </Group>
        {!disabled && <Choice kind={kind} onChoose={take} />}
      </Stack>
    </Input.Wrapper>
  );
}

/** Texts for a new file, taken from its name. Existing texts stay. */
function named(block: Block, fileName: string): Readonly<Record<string, unknown>> {
  const key = block.type === 'image' ? 'alt' : 'title';
  return { [key]: block[key] ?? fileName.replace(/\.[^.]+$/, '') };
}

interface ChoiceProps {
  readonly kind: MediaKind;
  readonly onChoose: (file: { readonly id: string; readonly name: string }) => void;
}

function Choice({ kind, onChoose }: ChoiceProps) {
  const { t } = useTranslation('marketing-sites');
  const { files, search, loading, onSearch, onOpen } = useMediaFiles(kind);
  const label = t(`media.${kind}.choose`);
  return (
    <Select
      size="xs"
      aria-label={label}
      placeholder={label}
      data={files.map(({ id, name }) => ({ value: id, label: name }))}
      value={null}
      onChange={(value) => {
        const file = files.find(({ id }) => id === value);
        if (file) onChoose(file);
      }}
      searchable
      searchValue={search}
      onSearchChange={onSearch}
      filter={rankFound}
      loading={loading}
      onDropdownOpen={onOpen}
      nothingFoundMessage={t(`media.${kind}.none`)}
    />
  );
}

const contentOf = (id: string): string => `${filesPath}/${id}/content`;

function Shown({ kind, id, poster }: { readonly kind: MediaKind; readonly id: string; readonly poster: unknown }) {
  const { t } = useTranslation('marketing-sites');
  const label = t(`media.${kind}.shown`);
  if (kind === 'image') return <img className={classes.media} src={contentOf(id)} alt={label} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the file has no captions; visitors get what is uploaded.
    <video
      className={classes.media}
      src={contentOf(id)}
      poster={typeof poster === 'string' ? contentOf(poster) : undefined}
      aria-label={label}
      controls
      preload="metadata"
    />
  );
}
