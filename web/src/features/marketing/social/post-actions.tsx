import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useMayChange } from '~/metadata/may-write.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { postsModel, postsPath, type SocialPost, socialApi } from './social-api.ts';

interface PostActionsProps {
  readonly post: SocialPost;
  /** True when there are unsaved changes. The actions save them first. */
  readonly isDirty: boolean;
}

const cancellable = ['draft', 'needsApproval', 'scheduled', 'paused', 'failed', 'unconfirmed'];

/** The actions that the state of a post permits: publish, approve, retry, cancel. */
export function PostActions({ post, isDirty }: PostActionsProps) {
  const { _id, status } = post;
  const { t } = useTranslation('marketing-social');
  const client = useQueryClient();
  const refresh = useRefresh(postsPath);
  const [rejecting, setRejecting] = useState(false);
  const run = useMutation({
    mutationFn: ({ action }: { readonly action: () => Promise<SocialPost>; readonly message: string }) => action(),
    onSuccess: (saved, { message }) => {
      client.setQueryData(keys.record(postsPath, _id), saved);
      notifyDone(message);
    },
    onError: (error) => notifyError(error),
    onSettled: refresh,
  });
  if (!useMayChange(postsModel, post)) return null;
  const button = (name: string, action: () => Promise<SocialPost>) => (
    <Button
      size="xs"
      variant="default"
      disabled={isDirty || run.isPending}
      onClick={() => run.mutate({ action, message: t(`actions.${name}Done`) })}
    >
      {t(`actions.${name}`)}
    </Button>
  );
  /** A retry may publish a second copy, so a person must check first. */
  const retry = () =>
    status === 'unconfirmed'
      ? confirm({
          title: t('actions.retryTitle'),
          text: t('actions.retryText'),
          action: t('actions.retry'),
          run: () => run.mutate({ action: () => socialApi.retry(_id), message: t('actions.retryDone') }),
        })
      : run.mutate({ action: () => socialApi.retry(_id), message: t('actions.retryDone') });
  return (
    <>
      {cancellable.includes(status) && button('cancel', () => socialApi.cancel(_id))}
      {status === 'draft' && button('publish', () => socialApi.change(_id, { draft: false }))}
      {(status === 'failed' || status === 'unconfirmed') && (
        <Button size="xs" variant="default" disabled={isDirty || run.isPending} onClick={retry}>
          {t('actions.retry')}
        </Button>
      )}
      {status === 'needsApproval' && (
        <>
          <Button size="xs" variant="default" disabled={isDirty || run.isPending} onClick={() => setRejecting(true)}>
            {t('actions.reject')}
          </Button>
          {button('approve', () => socialApi.approve(_id))}
        </>
      )}
      {rejecting && (
        <RejectDialog
          onReject={(reason) => {
            setRejecting(false);
            run.mutate({ action: () => socialApi.reject(_id, reason), message: t('actions.rejectDone') });
          }}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
}

interface RejectDialogProps {
  readonly onReject: (reason: string) => void;
  readonly onClose: () => void;
}

function RejectDialog({ onReject, onClose }: RejectDialogProps) {
  const { t } = useTranslation('marketing-social');
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={t('actions.reject')}
      action={t('actions.reject')}
      disabled={reason.trim() === ''}
      onSubmit={() => onReject(reason.trim())}
      onClose={onClose}
    >
      <Textarea
        label={t('actions.reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={1000}
        autosize
        minRows={2}
        required
        data-autofocus
      />
    </FormDialog>
  );
}
