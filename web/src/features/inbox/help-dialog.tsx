import { Kbd, Modal, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { inboxKeys } from './use-keys.ts';

/** Lists the keyboard shortcuts of the inbox. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('inbox');
  return (
    <Modal opened onClose={onClose} title={t('keys.title')} size="sm">
      <Table>
        <Table.Tbody>
          {inboxKeys.map(([key, name]) => (
            <Table.Tr key={key}>
              <Table.Td w={60}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{t(`keys.${name}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
