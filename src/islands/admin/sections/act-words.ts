/** The audit log in words: its actions, and what they changed. */
import type { Act } from '../../../lib/contract/admin/operator-audit.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { capital } from '../../shared/PagedList.tsx';
import { actSubjects, actsOf } from '../operators-store.ts';

/** What the screens call an action, where it isn't its own name. */
const verbs: Readonly<Record<string, string>> = {
  code_refused: 'Wrong login code',
  end: 'End access',
  revoke: 'End session',
  claim: 'Start sending',
  requeue: 'Put back in the queue',
  deliver: 'Mark as sent',
  correct: 'Correct reference',
  show_details: 'View delivery details',
  expire_codes: 'Remove expiring codes',
  resume: 'Turn on',
  refuse: 'Decline',
  confirm: 'Approve',
  keep: 'Keep shown',
  show: 'Show again',
  book: 'Adjust',
  propose: 'Propose',
  add_key: 'Create key',
  end_keys: 'End all keys',
  take_report: 'Take a rejected report',
  enable: 'Turn on',
  disable: 'Turn off',
  create: 'Announce',
  call_off: 'Cancel',
  lift: 'Lift suspension',
  end_sessions: 'Log out all devices',
  clear_birth_date: 'Clear date of birth',
  schedule_deletion: 'Schedule deletion',
  give_tries: 'Give tries back',
  admit: 'Restore',
  start: 'Write to player',
  answer: 'Reply',
  make: 'Compare',
};

/** Nouns that differ from the subject's own name. */
const nouns: Readonly<Record<string, string>> = {
  amount: 'code stock',
  submission: 'article',
  proof: 'social task',
  contest: 'giveaway',
  opinion: 'review',
  dispute: 'problem report',
  referral: 'invited friend',
  thread: 'conversation',
  reconciliation: 'comparison',
};

/** 'pointsHere', 'points_here' → 'points here' */
const spaced = (name: string) => name.replace(/_|(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** 'proof' → 'social task' */
export const nounOf = (subject: string): string => nouns[subject] ?? subject;

/** 'order.claim' → 'Start sending'. An action that this version doesn't know is spelled out. */
export function actWords(act: string): string {
  const [, verb = act] = act.split('.');
  return verbs[verb] ?? capital(spaced(verb));
}

/** What actions are about, as a choice: 'Social task'. */
export const subjectChoices: readonly (readonly [subject: string, words: string])[] = actSubjects.map(
  (subject) => [subject, capital(nounOf(subject))] as const,
);

/** Each action as a choice: 'Order: start sending'. */
export const actChoices: readonly (readonly [act: string, words: string])[] = actSubjects.flatMap((subject) =>
  actsOf[subject].split(' ').map((verb) => {
    const act = `${subject}.${verb}`;
    return [act, `${capital(nounOf(subject))}: ${actWords(act).toLowerCase()}`] as const;
  }),
);

type Value = Act['after'][string];

/** Numbers that name something. All others are counts and points. */
const ids: readonly string[] = ['message', 'operator'];

function said(name: string, value: Value | undefined): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return ids.includes(name) ? String(value) : formatPoints(value);
  const text = String(value);
  if (name === 'prizes') return text.split(', ').map(Number).map(formatPoints).join(', ');
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return exactTime(text);
  // A state's own name. What somebody wrote stays as it is.
  return /^[a-z_]+$/.test(text) ? text.replaceAll('_', ' ') : text;
}

/** What an action changed, one by one: 'status: pending → processing'. */
export function changesOf({ before, after }: Pick<Act, 'before' | 'after'>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .map(
      (name) =>
        `${spaced(name).replace('state', 'status')}: ${name in before ? `${said(name, before[name])} → ` : ''}${said(name, after[name])}`,
    );
}
