import { request } from '../client/client.ts';
import type { Answer, Body } from '../contract/call.ts';
import { reportOpinion as reportCall } from '../contract/opinion-reports.ts';
import * as contract from '../contract/opinions.ts';
import type { Opinion } from '../contract/rewards.ts';

/** Errors: not_found, invalid under the field `opinion`, too_many_requests. */
export async function createRewardOpinion(id: number, userId: number, opinion: string): Promise<Opinion> {
  const body = { user_id: userId, opinion };
  return (await request(contract.createRewardOpinion, { params: { id }, body })).opinion;
}

/** Errors as `createRewardOpinion`. */
export async function addGameOpinion(id: number, userId: number, opinion: string): Promise<Opinion> {
  const body = { user_id: userId, opinion };
  return (await request(contract.addGameOpinion, { params: { id }, body })).opinion;
}

/** Likes an opinion on a reward, or takes the like back. Errors: not_found, invalid for one's own. */
export function likeRewardOpinion(id: number, userId: number): Promise<contract.Liked> {
  return request(contract.likeRewardOpinion, { params: { id }, body: { userId } });
}

/** Likes or dislikes an opinion on a game; the same again takes it back. Errors: not_found, invalid for one's own. */
export async function likeOpinion(id: number, status: 'like' | 'dislike'): Promise<contract.Liked> {
  const { userLikedOpinions, opinion } = await request(contract.likeOpinion, {
    params: { id },
    body: { status },
  });
  return { likedOpinions: userLikedOpinions, opinion };
}

/** `rate`: 1 to 5. Errors: not_found. */
export function rateReward(id: number, rate: number, userId: number): Promise<contract.Rated> {
  return request(contract.rateReward, { params: { id, rate }, body: { user_id: userId } });
}

/** `rate`: 1 to 5. Errors: not_found. */
export function rateGame(id: number, rate: number, userId: number): Promise<contract.Rated> {
  return request(contract.rateGame, { params: { id, rate }, body: { user_id: userId } });
}

/** One's own, of whatever kind. Errors: not_found, forbidden, invalid under the field `opinion`. */
export async function editOpinion(id: number, opinion: string): Promise<Opinion> {
  return (await request(contract.editOpinion, { params: { id }, body: { opinion } })).opinion;
}

/** One's own, of whatever kind. Errors: not_found, forbidden. */
export function deleteOpinion(id: number): Promise<Answer<typeof contract.deleteOpinion>> {
  return request(contract.deleteOpinion, { params: { id } });
}

/** Another's; `note` may be empty but for the reason "other". Errors: not_found, nothing_to_do, invalid with `reason` or `note`. */
export async function reportOpinion(id: number, report: Body<typeof reportCall>): Promise<void> {
  await request(reportCall, { params: { id }, body: report });
}
