import { NativeSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMe } from '~/metadata/access.ts';
import { useRegistry } from '~/metadata/registry.ts';
import type { Column } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { frameLook } from '~/ui/table/look.ts';
import classes from './permission-matrix.module.css';
import {
  type Action,
  actions,
  allModules,
  inheritedReach,
  isWiderOrEqual,
  type Permissions,
  type Reach,
  reaches,
  reachOf,
  readPermissions,
  withReach,
} from './permissions.ts';

interface PermissionMatrixProps {
  readonly label: string;
  readonly value: Permissions;
  readonly onChange: (value: Permissions) => void;
  readonly readOnly?: boolean;
  /** Offers the permission of the platform's operator. API keys can have it, roles cannot. */
  readonly withPlatform?: boolean;
  /** The scope that the server refused, such as `sales:write`, because the person does not hold it. */
  readonly refused?: string | undefined;
}

/** A table with a row per module and a column per action. Each cell has the reach of the permission. */
export function PermissionMatrix({
  label,
  value,
  onChange,
  readOnly = false,
  withPlatform = false,
  refused,
}: PermissionMatrixProps) {
  const { t } = useTranslation('admin');
  const held = readPermissions(useMe().scopes);
  const modules = useModules(value, withPlatform && held.platform !== undefined);
  const nameOf = (module: string) => t(`modules.${module === allModules ? 'all' : module}`, module);
  const columns: Column<string>[] = [
    {
      key: 'module',
      title: t('permissions.module'),
      rowTitle: true,
      cell: (module) => (
        <Text size="sm" fw={module === allModules ? 600 : 500}>
          {nameOf(module)}
        </Text>
      ),
    },
    ...actions.map(
      (action): Column<string> => ({
        key: action,
        title: <span title={t(`permissions.help.${action}`)}>{t(`permissions.actions.${action}`)}</span>,
        width: 150,
        cell: (module) => (
          <Cell
            {...{ module, action, value, held, readOnly }}
            onChange={(reach) => onChange(withReach(value, module, action, reach))}
            error={
              refused && matches(refused, module, action) ? t('permissions.refused', { scope: refused }) : undefined
            }
          />
        ),
      }),
    ),
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={modules}
      rowKey={(module) => module}
      minWidth={440}
      look={frameLook}
    />
  );
}

/** The server names a refused `*` as `*`, and every other scope by module and action. */
const matches = (scope: string, module: string, action: Action): boolean => {
  const [refusedModule, refusedAction = 'admin'] = scope.split(':');
  return refusedModule === module && (refusedAction === '*' ? 'admin' : refusedAction) === action;
};

/**
 * All modules of the account, modules of the value that the account no longer has, and the platform if it is offered.
 */
function useModules(value: Permissions, withPlatform: boolean): string[] {
  const known = new Set(useRegistry().models.map(({ moduleKey }) => moduleKey));
  if (withPlatform) known.add('platform');
  for (const module of Object.keys(value)) if (module !== allModules) known.add(module);
  return [allModules, ...[...known].sort()];
}

interface CellProps {
  readonly module: string;
  readonly action: Action;
  readonly value: Permissions;
  readonly held: Permissions;
  readonly readOnly: boolean;
  readonly onChange: (reach: Reach | undefined) => void;
  readonly error: string | undefined;
}

function Cell({ module, action, value, held, readOnly, onChange, error }: CellProps) {
  const { t } = useTranslation('admin');
  const own = value[module]?.[action];
  const inherited = inheritedReach(value, module, action);
  const holdable = reachOf(held, module, action);
  // The operator's permission has no reach, and only one action.
  if (module === 'platform' && action !== 'admin') return null;
  if (readOnly) {
    const shown = own ? t(`permissions.reach.${own}`) : inherited ? t(`permissions.inherited.${inherited}`) : '–';
    return (
      <Text size="sm" c={own ? undefined : 'dimmed'}>
        {shown}
      </Text>
    );
  }
  const offered = module === 'platform' ? (['all'] as const) : reaches;
  const name = t(`modules.${module === allModules ? 'all' : module}`, module);
  return (
    <NativeSelect
      size="xs"
      classNames={own === undefined ? { input: classes.inherited } : {}}
      aria-label={`${name}: ${t(`permissions.actions.${action}`)}`}
      value={own ?? ''}
      error={error}
      onChange={(event) => onChange((event.currentTarget.value || undefined) as Reach | undefined)}
      data={[
        { value: '', label: inherited ? t(`permissions.inherited.${inherited}`) : t('permissions.none') },
        ...offered.map((reach) => ({
          value: reach,
          label: t(`permissions.reach.${reach}`),
          disabled: reach !== own && (!isWiderOrEqual(holdable, reach) || isWiderOrEqual(inherited, reach)),
        })),
      ]}
    />
  );
}
