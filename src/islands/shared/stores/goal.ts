/** The player's goal: a reward (spec section 4: the check sets myreward on the stored user). */
import { request } from '../../../lib/client/client.ts';
import { checkReward } from '../../../lib/contract/catalogue/rewards.ts';
import { $user, patchUser } from '../../../lib/session/session.ts';

/** Sets the goal that the dashboard shows. */
export async function makeGoal(rewardId: number): Promise<void> {
  const answer = await request(checkReward, { params: { id: rewardId } });
  patchUser({ myreward: answer?.myreward ?? rewardId });
}

/** Sets the goal if the player has none. It isn't essential, so a failure is ignored. */
export async function keepGoal(rewardId: number): Promise<void> {
  if ($user.get()?.myreward == null) await makeGoal(rewardId).catch(() => {});
}
