import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useVisibleGroups } from '../visible-groups.ts';
import classes from './admin-layout.module.css';

export function AdminNav() {
  const { t } = useTranslation('admin');
  const groups = useVisibleGroups();
  return (
    <nav className={classes.nav} aria-label={t('navigation')}>
      <Link to="/admin" className={classes.top} activeOptions={{ exact: true }}>
        {t('title')}
      </Link>
      {groups.map(({ key, sections }) => (
        <div key={key}>
          <div className={classes.group}>{t(`groups.${key}`)}</div>
          {sections.map(({ key: section, path, icon: Icon }) => (
            <Link key={section} to={path} className={classes.link}>
              <Icon size={16} stroke={1.6} aria-hidden />
              {t(`sections.${section}.name`)}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
