import { useTranslation } from 'react-i18next';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { useFormat } from '~/views/parts/format.ts';
import { useEventLabel } from '../forms/event-part.tsx';
import { isTrigger } from '../forms/triggers.ts';
import { readReason } from './read-reason.ts';

interface ReasonTextProps {
  /** A sentence of the server. */
  readonly text: string;
  /** The model of the records of the workflow; undefined when the person may not see it. */
  readonly model: Model | undefined;
  /** Returns the name of a step. */
  readonly stepName?: (key: string) => string | undefined;
}

/**
 * A sentence of the server about a workflow, in the language of the person, with names in place of ids and times as the
 * person writes them. Sentences that the console does not know are shown as they are.
 */
export function ReasonText(props: ReasonTextProps) {
  const { model } = props;
  return model ? <WithEvents {...props} model={model} /> : <Sentence {...props} eventLabel={(type) => type} />;
}

function WithEvents(props: ReasonTextProps & { readonly model: Model }) {
  return <Sentence {...props} eventLabel={useEventLabel(props.model)} />;
}

const idIn = (text: string, before: string): string | undefined => {
  const at = text.indexOf(before);
  return at < 0 ? undefined : /^[0-9a-f-]{36}/.exec(text.slice(at + before.length))?.[0];
};

/** The deepest sentence within sentences: why a record is where it is, and that a step is tried again. */
const maxDepth = 4;

function Sentence({ text, model, stepName, eventLabel }: ReasonTextProps & { eventLabel: (type: string) => string }) {
  const { t } = useTranslation('workflows');
  const format = useFormat();
  const registry = useRegistry();
  const user = useRecordLabel('identity.users', idIn(text, 'the user '));
  const workflow = useRecordLabel('marketing.workflows', idIn(text, 'the workflow '));
  const template = useRecordLabel('communications.emailTemplates', idIn(text, 'the template '));
  const fieldLabel = (path: string) => (model && registry.field(model, path.split('.')[0] ?? ''))?.label;
  const write = (sentence: string, depth: number): string => {
    const reason = depth > maxDepth ? undefined : readReason(sentence);
    if (!reason) return sentence;
    const values = Object.entries(reason.values).map(([name, value]): [string, string] => {
      if (name === 'time') return [name, format.time(value) || value];
      if (name === 'why') return [name, write(value, depth + 1)];
      if (name === 'users')
        return [
          name,
          value
            .split(', ')
            .map((one) => write(one, depth + 1))
            .join(', '),
        ];
      // The sentence ends with a full stop already.
      if (name === 'problem') return [name, value.replace(/\.$/, '')];
      if (name === 'event') return [name, eventLabel(value)];
      if (name === 'trigger') return [name, isTrigger(value) ? t(`trigger.${value}`) : value];
      const known = { user, workflow, template, step: stepName?.(value), field: fieldLabel(value) }[name];
      return [name, known ?? value];
    });
    return t(`reason.${reason.name}`, Object.fromEntries(values));
  };
  return <>{write(text, 0)}</>;
}
