import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { routes } from '../../lib/routing/routes.ts';
import { Empty } from '../shared/Empty.tsx';
import { Failed, Stale } from '../shared/Failed.tsx';
import { shown } from '../shared/stores/load.ts';
import { $socialTasks, followSocialTasks, loadSocialTasks } from './store.ts';
import { isToDo, TaskCard } from './TaskCard.tsx';
import './social.css';

/** Tasks on other networks, and the player's progress. */
export function SocialIsland() {
  const load = useStore($socialTasks, { ssr: 'initial' });
  useEffect(() => {
    void loadSocialTasks();
    return followSocialTasks();
  }, []);

  const tasks = shown(load);
  const [chosen, setChosen] = useState<number>();
  // One at a time has the primary button: the one chosen last, or the first that is to do.
  const primary = chosen ?? tasks?.find(isToDo)?.id;
  return (
    <div className="social">
      <p className="intro">
        You can do each task once. We check what you submit, and you get the points once it’s approved. We
        don’t pay for follows, likes or praise: the networks forbid it.
      </p>
      {tasks === undefined ? (
        load.state === 'failed' ? (
          <Failed
            level={2}
            title="We couldn’t load the tasks"
            reason={load.error}
            onRetry={loadSocialTasks}
          />
        ) : (
          <ul className="social-tasks" aria-busy="true" aria-label="Loading tasks">
            {['a', 'b', 'c'].map((place) => (
              <li key={place}>
                <span className="skeleton social-size" />
              </li>
            ))}
          </ul>
        )
      ) : (
        <>
          {load.state === 'failed' && <Stale reason={load.error} onRetry={loadSocialTasks} />}
          {tasks.length === 0 ? (
            <Empty level={2} title="No tasks right now">
              <p>Check back soon. You can earn points in our games every day.</p>
              <a className="button" href={routes.userGames.pattern}>
                View games
              </a>
            </Empty>
          ) : (
            <ul className="social-tasks">
              {tasks.map((task) => (
                <TaskCard
                  key={task.id}
                  task={task}
                  primary={task.id === primary}
                  onOpen={() => setChosen(task.id)}
                  onDone={() => setChosen(undefined)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}
