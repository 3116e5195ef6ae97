import { Modal, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { addStep, type Place } from '../flow/change-flow.ts';
import { useFlow } from '../flow/flow-context.ts';
import { type StepTypeName, stepGroups, stepTypeNames, stepTypes } from '../forms/step-types.ts';
import classes from './panels.module.css';

/** Types that need a field which the records may lack. */
const needs: Partial<Record<StepTypeName, string>> = {
  addTag: 'tags',
  removeTag: 'tags',
  score: 'score',
  assign: 'ownerId',
};

/** Types that need a person: a contact, a lead, or a record that refers to one. */
const forPeople: ReadonlySet<string> = new Set(['sendEmail', 'sendSms', 'addToList', 'removeFromList']);

function useFits(): (type: StepTypeName) => boolean {
  const { model } = useFlow();
  const registry = useRegistry();
  const people = ['sales.contacts', 'sales.leads'];
  const isPerson =
    model !== undefined &&
    (people.includes(modelName(model)) ||
      model.fields.some(({ reference }) => reference !== undefined && people.includes(modelName(reference))));
  return (type) => {
    const field = needs[type];
    if (!model) return true;
    return (field === undefined || registry.field(model, field) !== undefined) && (isPerson || !forPeople.has(type));
  };
}

interface AddDialogProps {
  readonly place: Place;
  readonly onAdded: (key: string) => void;
  readonly onClose: () => void;
}

/** The types of steps that can be added. Those that the records cannot take are left out. */
export function AddDialog({ place, onAdded, onClose }: AddDialogProps) {
  const { t } = useTranslation('workflows');
  const { flow, change } = useFlow();
  const fits = useFits();
  const add = (type: StepTypeName) => {
    const added = addStep(flow, place, type, stepTypes[type].start);
    change(added.flow);
    onAdded(added.key);
  };
  return (
    <Modal opened onClose={onClose} title={t('add.title')} size="lg">
      <Stack gap="md">
        {stepGroups.map((group) => (
          <section key={group} aria-label={t(`group.${group}`)}>
            <Text size="xs" fw={600} c="dimmed" mb={4}>
              {t(`group.${group}`)}
            </Text>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6}>
              {stepTypeNames
                .filter((type) => stepTypes[type].group === group && fits(type))
                .map((type) => (
                  <TypeButton key={type} type={type} onClick={() => add(type)} />
                ))}
            </SimpleGrid>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}

function TypeButton({ type, onClick }: { readonly type: StepTypeName; readonly onClick: () => void }) {
  const { t } = useTranslation('workflows');
  const Icon = stepTypes[type].icon;
  return (
    <UnstyledButton className={classes.type} onClick={onClick}>
      <Icon size={18} aria-hidden />
      <span>
        <Text span size="sm" fw={500} display="block">
          {t(`type.${type}`)}
        </Text>
        <Text span size="xs" c="dimmed" display="block">
          {t(`typeHelp.${type}`)}
        </Text>
      </span>
    </UnstyledButton>
  );
}
