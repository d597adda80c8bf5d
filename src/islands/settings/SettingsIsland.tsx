import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Failed } from '../shared/Failed.tsx';
import { lazy } from '../shared/lazy.tsx';
import { shown } from '../shared/stores/load.ts';
import { EmailNotice } from './EmailNotice.tsx';
import { Farewell } from './Farewell.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { $accountSettings, $deletionDue, dropAccountSettings, loadAccountSettings } from './store.ts';
import './settings.css';

const BelowTheFold = lazy(async () => (await import('./BelowTheFold.tsx')).BelowTheFold);

/** The account's settings, with the profile first. */
export function SettingsIsland() {
  const load = useStore($accountSettings, { ssr: 'initial' });
  const due = useStore($deletionDue, { ssr: 'initial' });
  useEffect(() => {
    void loadAccountSettings();
    return dropAccountSettings;
  }, []);

  const settings = shown(load);
  if (due !== null) return <Farewell due={due} mailed={settings?.user.email_confirmed === true} />;
  if (!settings)
    return load.state === 'failed' ? (
      <Failed
        level={2}
        title="We couldn’t load your settings"
        reason={load.error}
        onRetry={loadAccountSettings}
      />
    ) : (
      <SettingsSkeleton />
    );
  return (
    <div className="settings">
      {settings.user.email_confirmed === false && (
        <EmailNotice user={settings.user} hasPassword={settings.has_password} />
      )}
      <ProfileForm user={settings.user} />
      <BelowTheFold settings={settings} />
    </div>
  );
}

/** A placeholder for the first sections, at their size. */
function SettingsSkeleton() {
  return (
    <div className="settings" aria-busy="true">
      <section className="panel">
        <h2>Profile</h2>
        <span className="skeleton settings-size" />
      </section>
    </div>
  );
}
