import { Fieldset, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFlow } from '../flow/flow-context.ts';
import { settingsOfForm } from '../flow/flow-settings.ts';
import { problemsOf, settingsKey } from '../flow/problems.ts';
import type { Config } from '../flow/step.ts';
import { PartsForm } from '../forms/parts-form.tsx';
import { sectionNames, settingSections } from '../forms/setting-parts.ts';
import { FormDrawer } from './form-drawer.tsx';
import { OwnProblems, shapeOf } from './step-drawer.tsx';

const shown = sectionNames.flatMap((name) => settingSections[name].map(({ key }) => key));

interface SettingsDrawerProps {
  readonly atProblem: boolean | undefined;
  readonly onClose: () => void;
}

/** Who is enrolled, when a record leaves, and when messages are sent. */
export function SettingsDrawer({ atProblem, onClose }: SettingsDrawerProps) {
  const { t } = useTranslation('workflows');
  const { flow, model, problems, change, canWrite } = useFlow();
  const own = problemsOf(problems, settingsKey);
  const config = flow.settings as unknown as Config;
  const set = (next: Config) => change({ ...flow, settings: settingsOfForm(next) }, `settings ${shapeOf(next)}`);
  return (
    <FormDrawer title={t('settings.title')} atProblem={atProblem} onClose={onClose}>
      <OwnProblems problems={own} shown={shown} />
      {model &&
        sectionNames.map((name) => (
          <section key={name} aria-label={t(`settings.${name}`)}>
            <Title order={3} size="h5" mb="xs">
              {t(`settings.${name}`)}
            </Title>
            <Fieldset variant="unstyled" disabled={!canWrite}>
              <Stack gap="md">
                <PartsForm parts={settingSections[name]} config={config} onChange={set} model={model} problems={own} />
              </Stack>
            </Fieldset>
          </section>
        ))}
    </FormDrawer>
  );
}
