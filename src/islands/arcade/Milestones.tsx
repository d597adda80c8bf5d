import type { Milestone } from '../../lib/contract/rounds.ts';
import { icons } from '../../lib/format/marks.ts';

const drawings: Readonly<Record<Milestone['kind'], string>> = {
  level: 'M12 3l2.6 5.7 6.2.7-4.6 4.2 1.3 6.1-5.5-3.1-5.5 3.1 1.3-6.1-4.6-4.2 6.2-.7z',
  streak: icons.orders,
  badge: icons.contests,
  goal: icons.rewards,
};

/** What a round reached besides its quests, a card for each. */
export function Milestones({ reached }: { readonly reached: readonly Milestone[] }) {
  if (reached.length === 0) return null;
  return (
    <ul className="milestones" aria-label="Reached in this round">
      {reached.map(({ kind, title, text, href }) => (
        <li key={title} className={kind}>
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d={drawings[kind]} />
          </svg>
          <div>
            <b>{href === null ? title : <a href={href}>{title}</a>}</b>
            <small>{text}</small>
          </div>
        </li>
      ))}
    </ul>
  );
}
