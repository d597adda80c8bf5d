import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { routes } from '../../lib/routing/routes.ts';
import { shown } from '../../lib/stores/load.ts';
import { Empty } from '../shared/Empty.tsx';
import { Failed, Stale } from '../shared/Failed.tsx';
import { $socialTasks, followSocialTasks, loadSocialTasks } from './store.ts';
import { TaskCard } from './TaskCard.tsx';
import './social.css';

/** What can be done on other networks, and how one stands with it. */
export function SocialIsland() {
  const load = useStore($socialTasks, { ssr: 'initial' });
  useEffect(() => {
    void loadSocialTasks();
    return followSocialTasks();
  }, []);

  const tasks = shown(load);
  return (
    <div className="social">
      <p className="intro">
        Each counts once. A person looks at what you hand in, and the points come when it is confirmed. We
        don’t pay for follows, likes or praise: the networks forbid it, and what you think is yours to say.
      </p>
      {tasks === undefined ? (
        load.state === 'failed' ? (
          <Failed
            level={2}
            title="The tasks could not be loaded"
            reason={load.error}
            onRetry={loadSocialTasks}
          />
        ) : (
          <ul className="social-tasks" aria-busy="true" aria-label="Loading the tasks">
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
            <Empty level={2} title="There are no tasks right now">
              <p>When there is one, it stands here with what it pays. Our games pay every day.</p>
              <a className="button" href={routes.userGames.pattern}>
                See the games
              </a>
            </Empty>
          ) : (
            <ul className="social-tasks">
              {tasks.map((task) => (
                <TaskCard key={task.id} task={task} />
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}
