import { Anchor, Button, Collapse, Group, Loader, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolCall } from '~/api/ai.ts';
import { RecordName } from '~/fields/reference/display.tsx';
import { useReferenced } from '~/fields/reference/lookup.ts';
import { type Model, modelPath, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import classes from './assistant.module.css';
import { FieldValues } from './field-values.tsx';
import { type ToolWords, toolWords } from './tool-words.ts';

const maxFound = 5;
/** Longer texts of a call are truncated. */
const maxText = 4000;

interface ToolCardProps {
  readonly call: ToolCall;
  readonly isRunning?: boolean;
  /** Content below the summary, for changes that await a decision. */
  readonly children?: ReactNode;
}

/** A tool call of the assistant, with links to the records that it read or changed. */
export function ToolCard({ call, isRunning = false, children }: ToolCardProps) {
  const { t } = useTranslation('assistant');
  const registry = useRegistry();
  const [opened, { toggle }] = useDisclosure();
  const id = useId();
  const words = toolWords(call, registry);
  const { icon: ToolIcon, key, model, recordId, found, total, values } = words;
  const state = call.pending ? 'wanted' : isRunning || call.error ? 'running' : 'done';
  const name = model ? (total === 1 || key !== 'queryRecords' ? model.label : model.labelPlural) : t('records');
  return (
    <div className={classes.card} data-failed={call.error !== undefined || undefined}>
      <Group gap={8} wrap="nowrap" align="flex-start">
        {isRunning ? (
          <Loader size={14} mt={3} />
        ) : (
          <ToolIcon size={16} stroke={1.6} className={classes.icon} aria-hidden />
        )}
        <div className={classes.cardBody}>
          <Text size="sm" component="div">
            {t(`tool.${key}.${state}`, {
              model: name,
              models: model?.labelPlural ?? t('records'),
              count: total,
              tool: call.tool,
            })}{' '}
            {model && recordId !== undefined && call.written?.change !== 'deleted' && (
              <WrittenRecord model={model} id={recordId} />
            )}
          </Text>
          {call.error && (
            <Text size="xs" c="red">
              {call.error.message}
            </Text>
          )}
          {found.length > 0 && <FoundRecords words={words} />}
          {model && call.written && <WrittenValues model={model} id={recordId} values={values} />}
          {children}
        </div>
        {!isRunning && (
          <Button
            className={classes.details}
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-expanded={opened}
            aria-controls={id}
            aria-label={t('details')}
            onClick={toggle}
          >
            <IconChevronDown size={14} className={classes.chevron} data-opened={opened || undefined} />
          </Button>
        )}
      </Group>
      <Collapse expanded={opened} id={id}>
        <Raw title={t('input')} value={call.input} />
        {call.output !== undefined && <Raw title={t('output')} value={call.output} />}
      </Collapse>
    </div>
  );
}

function WrittenRecord({ model, id }: { readonly model: Model; readonly id: string }) {
  const record = useReferenced(model, id, undefined);
  return <RecordName target={model} record={record} />;
}

function FoundRecords({ words: { model, found, total, filter } }: { readonly words: ToolWords }) {
  const { t } = useTranslation('assistant');
  const more = total - Math.min(found.length, maxFound);
  return (
    <ul className={classes.found}>
      {found.slice(0, maxFound).map(({ model: of, id, label }) => (
        <li key={id}>
          <Anchor component={Link} to={recordPath(of, id)} size="xs">
            {label}
          </Anchor>
        </li>
      ))}
      {model && more > 0 && (
        <li>
          <Anchor component={Link} to={modelPath(model)} search={(filter ? { filter } : {}) as never} size="xs">
            {t('moreRecords', { count: more })}
          </Anchor>
        </li>
      )}
    </ul>
  );
}

interface WrittenValuesProps {
  readonly model: Model;
  readonly id: string | undefined;
  readonly values: ToolWords['values'];
}

/** The values that a call wrote. An amount among them uses the currency of the record. */
function WrittenValues({ model, id, values }: WrittenValuesProps) {
  const written = Object.entries(values).map(([key, after]) => ({ key, after }));
  const record = useReferenced(model, id, undefined);
  return <FieldValues model={model} values={written} record={{ ...record, ...values }} />;
}

function Raw({ title, value }: { readonly title: string; readonly value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <>
      <Text size="xs" c="dimmed" mt={6}>
        {title}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long values are scrolled by keyboard. */}
      <pre className={classes.raw} tabIndex={0}>
        {text.length > maxText ? `${text.slice(0, maxText)}…` : text}
      </pre>
    </>
  );
}
