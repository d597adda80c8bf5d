import { request } from '../client/client.ts';
import type { Answer, Query } from '../contract/call.ts';
import * as contract from '../contract/dashboard.ts';

export async function getWeeklyQuests(): Promise<Answer<typeof contract.getWeeklyQuests>['weekly_quests']> {
  return (await request(contract.getWeeklyQuests, {})).weekly_quests;
}

export function listDashboardArticles(
  query: Query<typeof contract.listDashboardArticles> = {},
): Promise<Answer<typeof contract.listDashboardArticles>> {
  return request(contract.listDashboardArticles, { query });
}

export function listTransactions(
  query: Query<typeof contract.listTransactions> = {},
): Promise<Answer<typeof contract.listTransactions>> {
  return request(contract.listTransactions, { query });
}
