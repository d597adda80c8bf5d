import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Failed } from '../shared/Failed.tsx';
import { lazy } from '../shared/lazy.tsx';
import { shown } from '../shared/stores/load.ts';
import { EmailNotice } from './EmailNotice.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { $accountSettings, $deletionDue, dropAccountSettings, loadAccountSettings } from './store.ts';
import './settings.css';

const BelowTheFold = lazy(async () => (await import('./BelowTheFold.tsx')).BelowTheFold);
const Farewell = lazy(async () => (await import('./Farewell.tsx')).Farewell);

/** The account's settings, with the profile first. */
export function SettingsIsland() {
  const load = useStore($accountSettings, { ssr: 'initial' });
  const due = useStore($deletionDue, { ssr: 'initial' });
  useEffect(() => {
    void loadAccountSettings();
    return dropAccountSettings;
  }, []);

  if (due !== null) return <Farewell due={due} />;
  const settings = shown(load);
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
    <div className="settings" ref={openOneByOne}>
      {settings.user.email_confirmed === false && (
        <EmailNotice user={settings.user} hasPassword={settings.has_password} />
      )}
      <ProfileForm user={settings.user} />
      <BelowTheFold settings={settings} />
    </div>
  );
}

/** Keeps one section open, so that there is one primary button. What was entered in the others stays in their forms. */
function openOneByOne(place: HTMLElement | null): void {
  const closeOthers = ({ target }: Event) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open) return;
    for (const other of place?.querySelectorAll('details') ?? []) if (other !== target) other.open = false;
    // A section above it may have closed.
    target.querySelector('summary')?.scrollIntoView({ block: 'nearest' });
  };
  // The event doesn't bubble.
  place?.addEventListener('toggle', closeOthers, true);
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
