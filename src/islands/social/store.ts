/** Tasks on other networks, and submitting proof. */
import { map } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import * as calls from '../../lib/contract/social/social.ts';
import { refetchOn } from '../shared/stores/live.ts';
import { asApiError, createLoader } from '../shared/stores/load.ts';

const loader = createLoader<calls.SocialTask[]>();
export const $socialTasks = loader.$load;

const fetchTasks = async () => (await request(calls.listSocialTasks, {})).tasks;

type Submitting =
  | { readonly state: 'sending' }
  /** `field`: what is wrong with the proof. `message`: any other error. */
  | { readonly state: 'refused'; readonly field?: string | undefined; readonly message?: string | undefined }
  | { readonly state: 'done' };

/** By task id. A task without an entry hasn't been submitted here. */
export const $submitting = map<Record<number, Submitting | undefined>>({});

export function loadSocialTasks(): Promise<void> {
  $submitting.set({});
  return loader.run(fetchTasks, true);
}

/** Keeps the tasks up to date, because an operator may decide at any time. */
export const followSocialTasks = (): (() => void) =>
  refetchOn(['BalanceChanged', 'NotificationsChanged'], () => loader.run(fetchTasks, true));

/** Submits a proof. Does nothing while a submission is in progress. Returns whether it was accepted. */
export async function submitProof(id: number, proof: string): Promise<boolean> {
  if ($submitting.get()[id]?.state === 'sending') return false;
  if (proof.trim() === '') {
    $submitting.setKey(id, { state: 'refused', field: 'Please paste your proof.' });
    return false;
  }
  $submitting.setKey(id, { state: 'sending' });
  try {
    const { task } = await request(calls.submitProof, { params: { id }, body: { proof: proof.trim() } });
    loader.change((tasks) => tasks.map((one) => (one.id === id ? task : one)));
    $submitting.setKey(id, { state: 'done' });
    return true;
  } catch (error) {
    const { code, fields, message } = asApiError(error);
    $submitting.setKey(id, {
      state: 'refused',
      field: fields.proof,
      ...(fields.proof === undefined && { message }),
    });
    // The task isn't as shown: it has been decided. The text stays in the form.
    if (code === 'nothing_to_do' || code === 'limit_reached' || code === 'not_found')
      await loader.run(fetchTasks, true);
    return false;
  }
}
