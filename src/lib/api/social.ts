import { request } from '../client/client.ts';
import * as contract from '../contract/social.ts';

export async function listSocialTasks(): Promise<contract.SocialTask[]> {
  return (await request(contract.listSocialTasks, {})).tasks;
}

/** While it waits, another proof takes its place. Errors: not_found, invalid under `proof`, nothing_to_do, limit_reached. */
export async function handInProof(id: number, proof: string): Promise<contract.SocialTask> {
  return (await request(contract.handInProof, { params: { id }, body: { proof } })).task;
}
