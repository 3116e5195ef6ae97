import { useTranslation } from 'react-i18next';
import { Select } from '~/ui/select/select.tsx';
import { after, connect, type Place } from './change-flow.ts';
import { useFlow } from './flow-context.ts';
import { inOrder } from './layout.ts';
import { problemsOf } from './problems.ts';
import { useStepName } from './use-step-name.ts';

const end = ' ';

/** The step after a way, or the end. Choosing another one reconnects the way. */
export function NextSelect({ place, label }: { readonly place: Place; readonly label: string }) {
  const { t } = useTranslation('workflows');
  const { flow, change, canWrite, problems } = useFlow();
  const name = useStepName();
  const steps = inOrder(flow)
    .filter(({ key }) => key !== place.from)
    .map((step) => ({ value: step.key, label: name(step) }));
  const to = after(flow, place);
  const isKnown = to === null || steps.some(({ value }) => value === to);
  return (
    <Select
      label={label}
      data={[
        ...(place.from === null ? [] : [{ value: end, label: t('way.end') }]),
        ...steps,
        ...(isKnown ? [] : [{ value: to, label: to }]),
      ]}
      value={to ?? (place.from === null ? null : end)}
      placeholder={t('choose')}
      searchable
      disabled={!canWrite}
      onChange={(next) => change(connect(flow, place, next === end ? null : next))}
      error={problemsOf(problems, place.from).get(place.part)}
    />
  );
}
