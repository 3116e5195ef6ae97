import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '~/ui/page.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import { EditorNotices } from './editor-notices.tsx';
import type { Editor } from './use-editor.ts';

interface EditorFrameProps {
  readonly editor: Pick<
    Editor,
    'save' | 'isSaving' | 'dirty' | 'remove' | 'dialog' | 'problems' | 'outdated' | 'takeTheirs' | 'keepMine'
  >;
  /** The name of the record; undefined for a new one. */
  readonly name: string | undefined;
  readonly newTitle: string;
  readonly back: { readonly to: string; readonly label: string };
  /** Buttons before "Delete". */
  readonly actions?: ReactNode;
  readonly width?: number;
  readonly children: ReactNode;
}

/** The page around the form of an editor: its title and buttons, the refusal of the server, and changes by others. */
export function EditorFrame({ editor, name, newTitle, back, actions, width, children }: EditorFrameProps) {
  const { t } = useTranslation();
  const isNew = name === undefined;
  return (
    <Page
      title={name ?? newTitle}
      above={<BackLink {...back} />}
      {...(width !== undefined && { width })}
      actions={
        <>
          {actions}
          {!isNew && (
            <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => void editor.remove()}>
              {t('common:delete')}
            </Button>
          )}
          <Button onClick={editor.save} loading={editor.isSaving} disabled={!editor.dirty}>
            {t(isNew ? 'common:create' : 'common:save')}
          </Button>
        </>
      }
    >
      {editor.dialog}
      <EditorNotices
        problem={editor.problems.form}
        outdated={editor.outdated}
        onTheirs={editor.takeTheirs}
        onMine={editor.keepMine}
      />
      {children}
    </Page>
  );
}
