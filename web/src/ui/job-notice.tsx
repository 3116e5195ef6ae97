import { Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { type Job, watchJob } from '~/api/jobs.ts';
import { errorText } from './error-text.ts';

interface JobTexts {
  readonly running: string;
  readonly done: string;
}

/** Shows the progress of a job until it has ended. Resolves with true when it succeeded. */
export async function notifyJob(jobId: string, texts: JobTexts): Promise<boolean> {
  const id = notifications.show({ message: <JobProgress text={texts.running} progress={0} />, autoClose: false });
  const show = ({ progress }: Job) =>
    notifications.update({ id, message: <JobProgress text={texts.running} progress={progress} />, autoClose: false });
  try {
    const { state, lastError } = await watchJob(jobId, show);
    const succeeded = state === 'completed';
    const message = succeeded ? texts.done : (lastError ?? i18next.t('error.title'));
    notifications.update({ id, message, color: succeeded ? 'teal' : 'red', autoClose: 8000 });
    return succeeded;
  } catch (error) {
    notifications.update({ id, message: errorText(error, i18next.t), color: 'red', autoClose: 10_000 });
    return false;
  }
}

/** A bar without a visible filled part does not look like a progress bar. */
const leastPercent = 3;

function JobProgress({ text, progress }: { readonly text: string; readonly progress: number }) {
  return (
    <Stack gap={6}>
      <Text size="sm">{text}</Text>
      <Progress value={Math.max(leastPercent, progress * 100)} size="sm" aria-label={text} />
    </Stack>
  );
}
