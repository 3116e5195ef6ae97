import { Alert, Button, Checkbox, FileInput, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { type CsvFile, hasAddresses, splitCsv } from './split-csv.ts';
import { SubscribeResultView } from './subscribe-result.tsx';
import { useImport } from './use-import.ts';

interface ImportDialogProps {
  readonly listId: string;
  readonly doubleOptIn: boolean;
  readonly onClose: () => void;
}

const maxBytes = 50_000_000;

/** Imports the addresses of a CSV file into a list. */
export function ImportDialog({ listId, doubleOptIn, onClose }: ImportDialogProps) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const [file, setFile] = useState<File | null>(null);
  const [csv, setCsv] = useState<CsvFile>();
  const [problem, setProblem] = useState<string>();
  const [resubscribe, setResubscribe] = useState(false);
  const { state, run, stop } = useImport(listId);
  const choose = async (chosen: File | null) => {
    setFile(chosen);
    setCsv(undefined);
    setProblem(undefined);
    if (!chosen) return;
    if (chosen.size > maxBytes) return setProblem(t('import.tooLarge', { max: format.bytes(maxBytes) }));
    const read = splitCsv(await chosen.text());
    if (read.records.length === 0) return setProblem(t('import.noRows'));
    if (!hasAddresses(read)) return setProblem(t('import.noColumn', { columns: read.columns.slice(0, 8).join(', ') }));
    setCsv(read);
  };
  const total = csv?.records.length ?? 0;
  const { phase, done, result, error } = state;
  const isRunning = phase === 'running';
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('list.import')}
      closeOnClickOutside={!isRunning}
      closeOnEscape={!isRunning}
      withCloseButton={!isRunning}
    >
      <Stack gap="sm">
        {phase === 'idle' && (
          <>
            <Text size="sm">{t('import.text')}</Text>
            {doubleOptIn && <Text size="sm">{t('list.asks')}</Text>}
            <FileInput
              label={t('import.file')}
              placeholder={t('import.choose')}
              accept=".csv,.txt,text/csv,text/plain"
              leftSection={<IconFileSpreadsheet size={16} />}
              value={file}
              onChange={choose}
              error={problem}
              clearable
            />
            {csv && (
              <Alert variant="light" color="gray">
                <Text size="sm">{t('import.found', { count: total, number: format.number(total) })}</Text>
                {csv.columns.length > 0 && (
                  <Text size="xs" c="dimmed">
                    {t('import.columns', { columns: csv.columns.join(', ') })}
                  </Text>
                )}
              </Alert>
            )}
            {!doubleOptIn && (
              <Checkbox
                label={t('list.resubscribe')}
                description={t('list.resubscribeText')}
                checked={resubscribe}
                onChange={(event) => setResubscribe(event.currentTarget.checked)}
              />
            )}
          </>
        )}
        {phase !== 'idle' && (
          <>
            <Text size="sm" className="tabular" aria-live="polite">
              {t('import.progress', { done: format.number(done), all: format.number(total) })}
            </Text>
            <Progress
              value={total === 0 ? 0 : (done / total) * 100}
              animated={isRunning}
              aria-label={t('list.import')}
            />
            {error !== undefined && <ErrorState error={error} />}
            {done > 0 && <SubscribeResultView result={result} />}
          </>
        )}
        <Group justify="flex-end" gap="xs">
          {isRunning ? (
            <Button variant="default" onClick={stop}>
              {t('import.stop')}
            </Button>
          ) : (
            <Button variant="default" onClick={onClose}>
              {phase === 'idle' ? t('common:cancel') : t('common:close')}
            </Button>
          )}
          {phase !== 'done' && csv && (
            <Button loading={isRunning} onClick={() => run(csv, resubscribe)}>
              {phase === 'stopped' ? t('import.continue') : t('import.start')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
