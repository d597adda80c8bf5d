import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { User } from '../../lib/contract/account/account.ts';
import { MAX_NAME, MIN_NAME } from '../../lib/contract/limits.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { $countries, loadCountries } from '../../lib/session/countries.ts';
import { Field } from '../shared/Field.tsx';
import { Form, type Given } from '../shared/Form.tsx';
import { lazy } from '../shared/lazy.tsx';
import { Sprite } from '../shared/Sprite.tsx';
import { refusedOf } from '../shared/stores/form.ts';
import { Saving } from './Saving.tsx';
import { Section } from './Section.tsx';
import { $profileForm, reopen, saveProfile } from './store.ts';

const Creatures = lazy(async () => (await import('./Creatures.tsx')).Creatures);

/** The profile: name, creature, country and privacy. */
export function ProfileForm({ user }: { readonly user: User }) {
  const form = useStore($profileForm, { ssr: 'initial' });
  const countries = useStore($countries, { ssr: 'initial' });
  const [avatar, setAvatar] = useState(user.avatar ?? null);
  const [choosing, setChoosing] = useState(false);
  const refused = refusedOf(form);
  const wrong = refused?.fields ?? {};
  const [asked, setAsked] = useState(false);
  useEffect(() => void loadCountries().then(() => setAsked(true)), []);

  async function submit({ data, text }: Given) {
    const country = text('country');
    await saveProfile({
      name: text('name'),
      country: country === '' ? null : country,
      avatar,
      private: data.get('private') !== null,
    });
    if ($profileForm.get().state === 'done') setChoosing(false);
  }

  return (
    <Section id="you" title="Profile" open>
      <Form wrong={refused} className="form" onSubmit={submit} onChange={() => reopen($profileForm)}>
        <div className="creature">
          <Sprite id={avatar ?? user.name} size={88} />
          <div>
            <b>Your avatar</b>
            <p className="hint">Other players see it.</p>
            {!choosing && (
              <button type="button" className="quiet-link" onClick={() => setChoosing(true)}>
                Choose another
              </button>
            )}
          </div>
        </div>
        {choosing && (
          <Creatures
            name={user.name}
            chosen={avatar}
            onChoose={(seed) => {
              setAvatar(seed);
              reopen($profileForm);
            }}
          />
        )}
        {wrong.avatar && <p className="error">{wrong.avatar}</p>}
        <Field
          label="Name"
          hint={`Don’t use your real name. ${MIN_NAME} to ${MAX_NAME} letters, digits, spaces, dots, dashes or underscores.`}
          error={wrong.name}
        >
          {(control) => (
            <input
              {...control}
              name="name"
              autoComplete="nickname"
              spellCheck={false}
              maxLength={MAX_NAME}
              defaultValue={user.name}
            />
          )}
        </Field>
        <Field
          label="Country"
          hint={
            asked && countries.length === 0
              ? 'We couldn’t load the country list. Reload the page to try again.'
              : 'For rewards in your country. Other players can’t see it.'
          }
          error={wrong.country}
        >
          {(control) => (
            <select
              {...control}
              key={`${countries.length} ${user.country}`}
              name="country"
              autoComplete="country"
              defaultValue={user.country ?? ''}
            >
              <option value="">Not set</option>
              {user.country && countries.length === 0 && <option value={user.country}>{user.country}</option>}
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <label className="check">
          <input type="checkbox" name="private" defaultChecked={user.private === true} />
          <span>
            <b>Private profile</b>
            <small>
              On your profile, others see only your name and avatar.{' '}
              <a href={hrefs.userProfile(user.id)}>See your profile</a>
            </small>
          </span>
        </label>
        <Saving form={form} words="Save" done="Saved" />
      </Form>
    </Section>
  );
}
