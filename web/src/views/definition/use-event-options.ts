import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { commonEvents, type EventType, eventTypes, listedType } from './event-types.ts';

type CommonEvent = (typeof commonEvents)[number];

const isCommon = (type: string): type is CommonEvent => (commonEvents as readonly string[]).includes(type);

/** Returns a function that names an event. */
export function useEventName(model: Model): (type: string) => string {
  const { t } = useTranslation('segments');
  const registry = useRegistry();
  return useMemo(() => {
    const known = new Map(eventTypes(registry, model).map((event) => [event.type, event]));
    return (type) => {
      const listed = listedType(type);
      const event = known.get(listed);
      if (isCommon(listed)) return t(`events.${listed.replace('.', '_')}`);
      return event ? `${event.model.label}: ${event.label}` : type;
    };
  }, [registry, model, t]);
}

/** The events to choose from, common ones first. An event of the definition that is not listed is kept. */
export function useEventOptions(model: Model, chosen: string) {
  const { t } = useTranslation('segments');
  const registry = useRegistry();
  const name = useEventName(model);
  return useMemo(() => {
    const types = eventTypes(registry, model);
    const option = (type: string) => ({ value: type, label: name(type) });
    const common = commonEvents.filter((type) => types.some((one) => one.type === type));
    const rest = Map.groupBy(
      types.filter(({ type }) => !isCommon(type)),
      (event: EventType) => event.model.labelPlural,
    );
    const isListed = chosen === '' || types.some(({ type }) => type === chosen);
    return [
      { group: t('event.common'), items: [...(isListed ? [] : [option(chosen)]), ...common.map(option)] },
      ...[...rest]
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([group, events]) => ({ group, items: events.map(({ type }) => option(type)) })),
    ];
  }, [registry, model, name, chosen, t]);
}
