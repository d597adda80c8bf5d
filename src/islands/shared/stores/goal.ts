/** The reward that somebody plays for (spec section 4: the check sets myreward on the stored user). */
import { request } from '../../../lib/client/client.ts';
import { checkReward } from '../../../lib/contract/rewards.ts';
import { $user, patchUser } from '../../../lib/session/session.ts';

/** Makes the reward the goal that the dashboard shows. */
export async function makeGoal(rewardId: number): Promise<void> {
  const answer = await request(checkReward, { params: { id: rewardId } });
  patchUser({ myreward: answer?.myreward ?? rewardId });
}

/** The same for somebody who has none yet. It only adds to what they do: a failure changes nothing. */
export async function keepGoal(rewardId: number): Promise<void> {
  if ($user.get()?.myreward == null) await makeGoal(rewardId).catch(() => {});
}
