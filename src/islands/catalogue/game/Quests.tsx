import type { Game } from '../../../lib/contract/catalogue/game.ts';
import type { Quest } from '../../../lib/contract/catalogue/games.ts';
import { Time } from '../../shared/Time.tsx';
import { QuestLine } from './QuestLine.tsx';
import { doneOf, groupQuests, type QuestGroup, splitGroups } from './quest-groups.ts';

interface Props {
  game: Game;
  quests: readonly Quest[];
  /** The quest to start with ("registration_quest" in the answer). */
  first: Quest | null;
  signedIn: boolean;
}

/** How many quests are shown at first, besides the one to start with. */
const FEW = 3;

const countWords = (count: number) => (count === 1 ? '1 quest' : `${count} quests`);

/** The game's quests: the one to start with, then recurring ones, then one-time ones. */
export function Quests({ game, quests, first, signedIn }: Props) {
  const done = doneOf(quests);
  // Demo listings can't be played, so their progress is hidden, unless there is some anyway.
  const shows = (quest: Quest) => signedIn && (game.source !== 'demo-partner' || (quest.progress ?? 0) > 0);
  // Once completed, it is listed with the others.
  const start = first?.completionStatus === 'completed' ? null : first;
  const [soon, later] = splitGroups(groupQuests(quests, start), FEW);
  return (
    <section className="quests" aria-labelledby="quests">
      <div className="section-title">
        <h2 id="quests">Quests</h2>
        {quests.length > 0 && (
          <span>
            {signedIn && done !== null ? `${done} of ${quests.length} done` : countWords(quests.length)}
          </span>
        )}
      </div>
      {start && (
        <div className="start-here">
          <p>
            <b>Quest for signing up</b>
          </p>
          <ul>
            <QuestLine quest={start} shows={shows(start)} />
          </ul>
        </div>
      )}
      <Groups groups={soon} shows={shows} />
      {later.length > 0 && (
        <details className="few">
          <summary>Show all {countWords(quests.length)}</summary>
          <Groups groups={later} shows={shows} />
        </details>
      )}
    </section>
  );
}

interface GroupsProps {
  readonly groups: readonly QuestGroup[];
  readonly shows: (quest: Quest) => boolean;
}

function Groups({ groups, shows }: GroupsProps) {
  return groups.map(({ title, endsAt, quests }) => (
    <div key={title}>
      <h3>
        {title}
        {endsAt && (
          <small>
            resets <Time at={endsAt} />
          </small>
        )}
      </h3>
      <ul>
        {quests.map((quest) => (
          <QuestLine key={quest.id} quest={quest} shows={shows(quest)} />
        ))}
      </ul>
    </div>
  ));
}
