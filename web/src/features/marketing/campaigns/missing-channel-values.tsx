import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { notifyDone } from '~/ui/notify.ts';
import { MissingValuesDialog } from '~/views/mail/missing-values-dialog.tsx';
import { type MissingVariables, missingVariables } from '~/views/mail/missing-variables.ts';
import { campaignsApi, campaignsPath } from './campaign.ts';

type Values = Readonly<Record<string, unknown>>;

const channelsPath = '/api/marketing/campaignChannelEmails';

interface MissingChannelValuesProps {
  readonly campaignId: string;
  readonly missing: MissingVariables;
  readonly onClose: () => void;
}

/** Asks for missing values of a campaign's mails, stores them with its channels, and launches it. */
export function MissingChannelValues({ campaignId, missing, onClose }: MissingChannelValuesProps) {
  const { t } = useTranslation('marketing-campaigns');
  const refresh = useRefresh(campaignsPath);
  const launch = useMutation({
    mutationFn: async ({ values, allowMissing }: { values: Values; allowMissing: boolean }) => {
      const { data } = await records.list(channelsPath, { filter: { campaignId }, limit: 200 });
      for (const { _id, variables } of data)
        await records.update(channelsPath, _id, { variables: { ...(variables as Values | null), ...values } });
      await campaignsApi.change(campaignId, 'launch', allowMissing);
    },
    onSuccess: () => {
      notifyDone(t('deeds.launch.done'));
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <MissingValuesDialog
      missing={missingVariables(launch.error) ?? missing}
      values={{}}
      isBusy={launch.isPending}
      error={launch.error}
      onClose={onClose}
      onSubmit={(values, allowMissing) => launch.mutate({ values, allowMissing })}
    />
  );
}
