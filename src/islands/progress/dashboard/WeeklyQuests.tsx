import { useStore } from '@nanostores/react';
import type { Quest } from '../../../lib/contract/catalogue/games.ts';
import { formatChange } from '../../../lib/format/points.ts';
import { slugOf } from '../../../lib/format/slug.ts';
import { tallyLabel } from '../../../lib/format/tally.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { Art } from '../../shared/Art.tsx';
import { Empty } from '../../shared/Empty.tsx';
import { Failed } from '../../shared/Failed.tsx';
import { Points } from '../../shared/Points.tsx';
import { StateBadge } from '../../shared/StateBadge.tsx';
import { shown } from '../../shared/stores/load.ts';
import { Tally } from '../../shared/Tally.tsx';
import { Time } from '../../shared/Time.tsx';
import { useTurn } from '../../shared/use-turn.ts';
import { QuestsWaiting, WEEKLY_SHOWN } from './DashboardSkeleton.tsx';
import { $weeklyQuests, loadWeeklyQuests } from './dashboard-store.ts';

/** This week's quests in all games, with the player's progress. */
export function WeeklyQuests({ expected }: { readonly expected: number }) {
  const load = useStore($weeklyQuests, { ssr: 'initial' });
  const quests = shown(load);
  const endsAt = quests?.find(({ ends_at: at }) => at !== null)?.ends_at;
  useTurn(quests, endsAt ?? null, loadWeeklyQuests);
  return (
    <section aria-labelledby="weekly">
      <div className="section-title">
        <h2 id="weekly">Weekly quests</h2>
        {endsAt && (
          <span>
            ends <Time at={endsAt} />
          </span>
        )}
      </div>
      {load.state === 'failed' ? (
        <Failed title="We couldn’t load the quests" reason={load.error} onRetry={loadWeeklyQuests} />
      ) : !quests ? (
        <QuestsWaiting expected={expected} />
      ) : quests.length === 0 ? (
        <Empty title="No weekly quests right now">
          <p>Each game also has quests that stay open longer.</p>
          <a className="button quiet small" href={routes.userGames.pattern}>
            See games
          </a>
        </Empty>
      ) : (
        <Rows quests={quests} />
      )}
    </section>
  );
}

/** The open ones first, and only some of them: the list is for choosing what to play next. */
function Rows({ quests }: { readonly quests: readonly Quest[] }) {
  const isOpen = ({ completionStatus: status }: Quest) => status !== 'completed';
  const sorted = [...quests.filter(isOpen), ...quests.filter((quest) => !isOpen(quest))];
  const rows = (some: readonly Quest[]) => (
    <ul className="rows">
      {some.map((quest) => (
        <QuestRow key={quest.id} quest={quest} />
      ))}
    </ul>
  );
  const rest = sorted.slice(WEEKLY_SHOWN);
  return (
    <>
      {rows(sorted.slice(0, WEEKLY_SHOWN))}
      {rest.length > 0 && (
        <details className="few">
          <summary>
            {rest.length} more {rest.length === 1 ? 'quest' : 'quests'}
          </summary>
          {rows(rest)}
        </details>
      )}
    </>
  );
}

function QuestRow({ quest }: { quest: Quest }) {
  const { goal, progress, completionStatus: status } = quest;
  return (
    <li className="row">
      <Art names={[slugOf(quest.game ?? '').toLowerCase()]} other="gamepad" size={44} />
      <div>
        <b>
          {quest.game_id === null ? quest.name : <a href={hrefs.userGame(quest.game_id)}>{quest.name}</a>}
        </b>
        <small className="num">
          {progress !== null && progress > 0 && goal !== null && (
            <>
              <Tally done={progress} goal={goal} silent /> {tallyLabel(progress, goal)} ·{' '}
            </>
          )}
          {quest.game}
          {/* A partner's report counts this quest; we don't. */}
          {quest.metric === 'event' && <span className="label">partner</span>}
        </small>
      </div>
      {status === 'completed' ? (
        <StateBadge
          state="completed"
          words={quest.points === null ? undefined : `paid ${formatChange(quest.points)}`}
        />
      ) : (
        <Points points={quest.points} />
      )}
    </li>
  );
}
