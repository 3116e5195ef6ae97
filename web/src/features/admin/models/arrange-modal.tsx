import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { registryQuery } from '~/metadata/registry.ts';
import { notifyDone } from '~/ui/notify.ts';
import { Autocomplete } from '~/ui/select/autocomplete.tsx';
import { SortableList } from '~/ui/sortable-list.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { arranged, changesOf, groupsOf, type Place, placesOf } from './arrangement.ts';
import { FormInputs } from './form-preview.tsx';
import classes from './models.module.css';
import { schema } from './schema.ts';

interface ArrangeModalProps {
  readonly model: Model;
  readonly onClose: () => void;
}

/** Arranges the custom fields of a model and their groups, with a preview of the form. */
export function ArrangeModal({ model, onClose }: ArrangeModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const [places, setPlaces] = useState(() => placesOf(model));
  const changes = changesOf(model, places);
  const next = arranged(model, places);
  const refresh = () => client.invalidateQueries({ queryKey: registryQuery.queryKey });
  const { save, isSaving, problems } = useSave({
    send: async () => {
      try {
        // The server changes one field of a model at a time, so the requests run one after the other.
        for (const { key, change } of changes) await schema.changeField(model, key, change);
      } finally {
        // If a request fails, the page shows the changes saved before it.
        await refresh();
      }
    },
    inputs: [],
    onDone: () => {
      notifyDone(t('fields.arranged', { label: model.labelPlural }));
      onClose();
    },
  });
  const inOrder = (keys: readonly string[]) =>
    setPlaces((held) => keys.flatMap((key) => held.find((place) => place.key === key) ?? []));
  const setGroup = (key: string, group: string) =>
    setPlaces((held) => held.map((place): Place => (place.key === key ? { key, group } : place)));
  const labelOf = (key: string) => model.fields.find((field) => field.key === key)?.label ?? key;
  const items = places.map(({ key, group }) => ({
    id: key,
    label: labelOf(key),
    content: (
      <div className={classes.place}>
        <Text size="sm" truncate>
          {labelOf(key)}
        </Text>
        <Autocomplete
          size="xs"
          aria-label={t('fields.groupOf', { label: labelOf(key) })}
          placeholder={t('fields.noGroup')}
          data={groupsOf(next)}
          value={group}
          onChange={(value) => setGroup(key, value)}
          maxLength={100}
        />
      </div>
    ),
  }));
  return (
    <Modal opened onClose={onClose} title={t('fields.arrange')} size={960}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('fields.arrangeText')}
        </Text>
        <FormAlert text={problems.form} />
        <div className={classes.arrange}>
          <SortableList label={t('fields.orderLabel')} items={items} onOrder={inOrder} />
          <section className={classes.preview} aria-label={t('fields.formPreview')}>
            <Title order={3} size="h4" mb="xs">
              {t('fields.formPreview')}
            </Title>
            <FormInputs model={next} />
          </section>
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button onClick={() => save()} loading={isSaving} disabled={changes.length === 0}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
