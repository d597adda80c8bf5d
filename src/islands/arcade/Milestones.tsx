import type { Milestone } from '../../lib/contract/arcade/rounds.ts';
import * as icons from '../../lib/format/icons.ts';
import { lazy } from '../shared/lazy.tsx';

const Finds = lazy(async () => (await import('./Finds.tsx')).Finds);

const drawings: Readonly<Record<Milestone['kind'], string>> = {
  level: 'M12 3l2.6 5.7 6.2.7-4.6 4.2 1.3 6.1-5.5-3.1-5.5 3.1 1.3-6.1-4.6-4.2 6.2-.7z',
  streak: icons.orders,
  badge: icons.contests,
  goal: icons.rewards,
  find: 'M12 3c4 0 7 6 7 10a7 7 0 0 1-14 0c0-4 3-10 7-10z',
};

/** What a round reached besides its quests, one card each. */
export function Milestones({ reached }: { readonly reached: readonly Milestone[] }) {
  if (reached.length === 0) return null;
  return (
    <ul className="milestones" aria-label="Unlocked this round">
      {reached.map(({ kind, title, text, href, creatures }) => (
        <li key={title}>
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d={drawings[kind]} />
          </svg>
          <div>
            <b>{href === null ? title : <a href={href}>{title}</a>}</b>
            <small>{text}</small>
            {creatures && <Finds creatures={creatures} />}
          </div>
        </li>
      ))}
    </ul>
  );
}
