/** Section 3 of the specification names these stores: each has its own file and an export of that name. */
import { expect, test } from 'vitest';

const modules = import.meta.glob([
  '../../src/islands/**/*-store.ts',
  '../../src/lib/session/*.ts',
  '../../src/islands/shared/stores/*.ts',
]);

test.each([
  ['session', ['$session', '$user']],
  ['countries', ['$countries']],
  ['profile-store', ['$profile']],
  ['login-store', ['$login']],
  ['home-store', ['$goal', '$earnings']],
  ['rewards-store', ['$rewards', '$load']],
  ['reward-info-store', ['$rewardInfo']],
  ['games', ['$gamesData']],
  ['game-quests-store', ['$gameQuests']],
  ['game-info-store', ['$gameInfo']],
  ['game-data-store', ['$gameData']],
  ['contests-store', ['$contests']],
  ['contest-store', ['$contest']],
  ['cases-store', ['$cases']],
  ['case-store', ['$case']],
  ['article-store', ['$article']],
  ['dashboard-store', ['$weeklyQuests', '$articles', '$transactions']],
])('%s', async (name, stores) => {
  const found = Object.keys(modules).filter(
    (path) => path.endsWith(`/${name}.ts`) && !path.includes('/admin/'),
  );
  expect(found, `one file ${name}.ts`).toHaveLength(1);
  const module = await modules[found[0] ?? '']?.();
  for (const store of stores)
    expect(module, `${store} of ${name}.ts`).toHaveProperty(
      store,
      expect.objectContaining({ get: expect.any(Function) }),
    );
});
