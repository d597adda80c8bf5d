import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Reward } from '../../../lib/contract/catalogue/rewards.ts';
import type { RedemptionBlock } from '../../../lib/contract/redemption/redemption.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { $user } from '../../../lib/session/session.ts';
import { Blocks } from '../../shared/Blocks.tsx';
import type { Given } from '../../shared/Form.tsx';
import { PlayLink } from '../../shared/PlayLink.tsx';
import { sendConfirmation } from '../../shared/stores/confirmation.ts';
import { trySaveEmail } from '../../shared/stores/email-form.ts';
import { shown } from '../../shared/stores/load.ts';
import {
  $redemption,
  followRedemption,
  loadRedemption,
  reloadRedemption,
} from '../../shared/stores/redemption.ts';
import { firstChoice } from './choices.ts';
import { Path } from './Path.tsx';

export { GoalButton } from './GoalButton.tsx';

/**
 * Blockers that the page's own checklist shows, with the forms that solve them. The checklist decides them too: the server was asked
 * before the player filled in a form.
 */
const said: readonly string[] = [
  'reward_paused',
  'out_of_stock',
  'birth_date_needed',
  'too_young',
  'details_needed',
];

/** Removes blockers that the checklist shows. It also shows missing points, so that blocker only adds how to earn them. */
function beyondTheList(blocks: readonly RedemptionBlock[]): RedemptionBlock[] {
  return blocks.flatMap((block): RedemptionBlock[] => {
    if (said.includes(block.name)) return [];
    if (block.name !== 'not_enough_points') return [block];
    if (block.way === 'orders') return [{ ...block, effect: 'holds', title: 'Points are on hold' }];
    return block.way === 'ledger' ? [{ ...block, effect: 'holds', title: 'Points are pending' }] : [];
  });
}

/** What the server's checks mean for the button and the question after it. */
export interface Verdict {
  readonly blocked: boolean;
  /** Why an order would be held: "We review your orders first". Null if it wouldn't be. */
  readonly hold: string | null;
}

interface Props {
  readonly id: string;
  readonly rewardId: number;
  readonly amountId: number | undefined;
  /** Whether something blocks any order, so there is space for it before the answer. */
  readonly barred: boolean;
  /** Called with each new verdict. It must stay the same function. */
  readonly onVerdict: (verdict: Verdict) => void;
}

/** What else the server says blocks this amount, or the reward's smallest one. Shows nothing if the host doesn't say. */
export function Blockers({ id, rewardId, amountId, barred, onVerdict }: Props) {
  const load = useStore($redemption, { ssr: 'initial' });
  const email = useStore($user, { ssr: 'initial' })?.email;
  useEffect(() => {
    void loadRedemption(rewardId, amountId);
  }, [rewardId, amountId]);
  useEffect(() => followRedemption(), []);
  const known = shown(load);
  const all = known?.blocks ?? [];
  const blocked = all.some(({ name, effect }) => effect === 'blocks' && !said.includes(name));
  const hold = all.find(({ effect }) => effect === 'holds')?.title ?? null;
  const isKnown = known !== undefined;
  const waits = !isKnown && load.state !== 'failed';
  useEffect(() => {
    if (isKnown) onVerdict({ blocked, hold });
  }, [onVerdict, isKnown, blocked, hold]);
  const blocks = beyondTheList(all);
  const mail = {
    email,
    onSend: () => sendConfirmation(rewardId),
    onSave: ({ text }: Given) => trySaveEmail({ email: text('email') }, reloadRedemption, rewardId),
  };

  return (
    <div id={id} role="status" className={waits && barred ? 'blocks-size' : undefined} aria-busy={waits}>
      {blocks.length > 0 && <Blocks blocks={blocks} mail={mail} />}
    </div>
  );
}

/** What follows the button if nothing is missing. */
export const Next = ({ code }: { readonly code: boolean }) => (
  <div className="next">
    <p className="state ok">You can afford this</p>
    <p className="muted">
      Nothing is spent until you confirm.{' '}
      {code
        ? 'Your code then shows up here and under My rewards.'
        : 'You can then follow your order under My rewards.'}
    </p>
  </div>
);

/** The fastest way to the missing points, if there is one. */
export function PathToPoints() {
  const path = shown(useStore($redemption, { ssr: 'initial' }))?.path;
  return path ? <Path path={path} area="user" /> : null;
}

/** The fastest way to the points for the smallest amount, after a redemption. */
export function PathToAnother({ reward }: { readonly reward: Reward }) {
  const { id } = firstChoice(reward);
  useEffect(() => {
    void loadRedemption(reward.id, id ?? undefined);
    return followRedemption();
  }, [reward.id, id]);
  const path = shown(useStore($redemption, { ssr: 'initial' }))?.path;
  if (!path) return null;
  return (
    <section className="how-to" aria-labelledby="another">
      <h3 id="another">Redeem another</h3>
      <Path path={path} area="user" />
    </section>
  );
}

/** A link to the game that earns the missing points fastest, if there is one. */
export function Earn({ points }: { readonly points: number }) {
  const next = shown(useStore($redemption, { ssr: 'initial' }))?.path?.steps[0];
  const words = `Earn ${formatPoints(points)} more`;
  if (next) return <PlayLink slug={next.arcade}>{words}</PlayLink>;
  return (
    <a className="button" href={routes.userGames.pattern}>
      {words}
    </a>
  );
}
