import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { RedemptionBlock } from '../../../lib/contract/redemption/redemption.ts';
import { minutesInWords } from '../../../lib/format/minutes.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { Blocks } from '../../shared/Blocks.tsx';
import { PlayLink } from '../../shared/PlayLink.tsx';
import { sendConfirmation } from '../../shared/stores/confirmation.ts';
import { shown } from '../../shared/stores/load.ts';
import { $redemption, followRedemption, loadRedemption } from '../../shared/stores/redemption.ts';

/** Blockers that the page's own checklist and forms already show. */
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

interface Props {
  readonly rewardId: number;
  readonly amountId: number | undefined;
}

/** What else the server says blocks this amount, or the reward's smallest one. Shows nothing if the host doesn't say. */
export function Blockers({ rewardId, amountId }: Props) {
  const load = useStore($redemption, { ssr: 'initial' });
  useEffect(() => {
    void loadRedemption(rewardId, amountId);
  }, [rewardId, amountId]);
  useEffect(() => followRedemption(), []);
  const blocks = beyondTheList(shown(load)?.blocks ?? []);

  return (
    <div role="status" aria-busy={load.state === 'loading'}>
      {blocks.length > 0 && <Blocks blocks={blocks} onConfirmMail={() => sendConfirmation(rewardId)} />}
    </div>
  );
}

/** What follows the button if nothing is missing. */
export const Next = ({ code }: { readonly code: boolean }) => (
  <p className="muted next">
    Nothing is spent until you confirm.{' '}
    {code
      ? 'Your code then shows up here and under My rewards.'
      : 'You can then follow your order under My rewards.'}
  </p>
);

/** How many quest names are listed. */
const FEW = 2;

/** The fastest way to the missing points: quests by game, with the estimated time. */
export function PathToPoints() {
  const path = shown(useStore($redemption, { ssr: 'initial' }))?.path;
  if (!path || path.steps.length === 0) return null;
  const { steps, missing, daily } = path;
  const sum = (of: 'points' | 'rounds' | 'minutes') => steps.reduce((all, step) => all + step[of], 0);
  const points = sum('points');
  const rounds = sum('rounds');
  const quests = steps.reduce((all, step) => all + step.quests.length, 0);
  const [first, second] = steps;
  /** The only game, if its quests aren't listed by name: then one sentence says it all. */
  const only = !second && points > 0 && quests > FEW ? first : undefined;
  return (
    <div className="path">
      <p>
        {points === 0
          ? 'You can’t earn more from our games today. These quests count toward tomorrow:'
          : `About ${rounds} ${rounds === 1 ? 'round' : 'rounds'} (${minutesInWords(sum('minutes'))}): ${
              quests === 1 ? 'this quest' : `${only ? '' : 'these '}${quests} quests`
            }`}
        {only && (
          <>
            {' in '}
            <a href={hrefs.userGame(only.game_id)}>{only.game}</a>
          </>
        )}
        {points > 0 && `${points < missing ? ` bring you ${formatPoints(points)} today` : ''}.`}
      </p>
      {!only && (
        <ul>
          {steps.map(({ game_id: id, game, quests: named }) => (
            <li key={id}>
              <a href={hrefs.userGame(id)}>{game}</a>:{' '}
              {named.length > FEW ? `${named.length} quests` : named.map(({ name }) => name).join(', ')}
            </li>
          ))}
        </ul>
      )}
      {points < missing && daily > 0 && (
        <p>
          After that our games pay up to {formatPoints(daily)} points a day, so it takes at least{' '}
          {daysInWords(Math.ceil((missing - points) / daily))} more.{' '}
          <a href={routes.userOfferwalls.pattern}>Partner offers</a> can be quicker.
        </p>
      )}
    </div>
  );
}

const daysInWords = (days: number) => `${formatPoints(days)} ${days === 1 ? 'day' : 'days'}`;

/** The heading of the checklist, once the server has answered. */
export function Title({ ready }: { readonly ready: boolean }) {
  const blocks = shown(useStore($redemption, { ssr: 'initial' }))?.blocks ?? [];
  const isBlocked = blocks.some(({ effect }) => effect === 'blocks');
  return ready && !isBlocked ? 'Ready to redeem' : 'Before you can redeem';
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
