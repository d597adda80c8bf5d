/**
 * Pages of the app areas written with only React: one file, plain fetch, no stores, no validation of answers. Markup, texts and
 * figures are those of the real pages, and so are the styles, which ./peers.ts copies with the frame.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Face } from '../../../src/islands/shared/Face.tsx';
import { Points } from '../../../src/islands/shared/Points.tsx';
import { Sprite } from '../../../src/islands/shared/Sprite.tsx';
import { StateBadge } from '../../../src/islands/shared/StateBadge.tsx';
import { Tally } from '../../../src/islands/shared/Tally.tsx';
import type { GameCard, Quest } from '../../../src/lib/contract/catalogue/games.ts';
import type { RewardInfo } from '../../../src/lib/contract/catalogue/rewards.ts';
import type { Transaction } from '../../../src/lib/contract/progress/dashboard.ts';
import type { OrderLine } from '../../../src/lib/contract/redemption/orders.ts';
import { formatChange, formatMoney, formatPoints, pointsInMoney } from '../../../src/lib/format/points.ts';

declare const API: string;

function useAnswer<T>(path: string): T | undefined {
  const [answer, setAnswer] = useState<T>();
  useEffect(() => {
    const token = localStorage.getItem('token');
    void fetch(API + path, { headers: token ? { authorization: `Bearer ${token}` } : {} })
      .then((response) => response.json())
      .then(setAnswer);
  }, [path]);
  return answer;
}

const Title = ({ words, more }: { words: string; more?: string }) => (
  <div className="section-title">
    <h2>{words}</h2>
    {more && <span>{more}</span>}
  </div>
);

function Games() {
  const games = useAnswer<{ data: GameCard[] }>('/api/user/games?page=1')?.data;
  if (!games) return null;
  return (
    <div className="stack games">
      <section>
        <Title words="Playtally games" more="paid as soon as a round is counted" />
        <div className="own-games">
          {games
            .filter(({ source }) => source === 'own')
            .map((game) => (
              <OwnGame key={game.id} game={game} />
            ))}
        </div>
      </section>
      <section>
        <Title words="Demo games" more="Made-up examples of what partners can offer. They pay nothing." />
        <ul className="cards">
          {games
            .filter(({ source }) => source !== 'own')
            .map((game) => (
              <li key={game.id}>
                <a className="card game-card" href={`/guest/game/${game.id}`}>
                  <Sprite id={game.slug} />
                  <span>
                    <b>{game.name}</b>
                    <small>{game.summary}</small>
                  </span>
                  <span className="foot">
                    <span className="labels">
                      <span className="label">{game.genre}</span>
                      <span className="label">Demo partner</span>
                    </span>
                    <Points points={game.points} />
                  </span>
                </a>
              </li>
            ))}
        </ul>
      </section>
    </div>
  );
}

const OwnGame = ({ game }: { game: GameCard }) => (
  <article className="own-game">
    <Sprite id={game.slug} size={128} />
    <div className="what">
      <h3>
        <a href={`/guest/game/${game.id}`}>{game.name}</a>
      </h3>
      <p>{game.summary}</p>
      <span className="label">{game.genre}</span>
    </div>
    <dl className="num">
      <div>
        <dt>All quests pay</dt>
        <dd>
          <Points points={game.points} />
        </dd>
      </div>
      <div>
        <dt>Quests</dt>
        <dd>{game.quests_total}</dd>
      </div>
    </dl>
    <div className="actions">
      <a className="button" href={`/games/${game.arcade}/play/mobile`}>
        Play {game.name}
      </a>
      <a className="button quiet" href={`/guest/game/${game.id}`}>
        View quests
      </a>
    </div>
  </article>
);

function Reward() {
  const info = useAnswer<RewardInfo>('/api/user/rewards/84?page=1');
  const [chosen, setChosen] = useState<number>();
  if (!info) return null;
  const { reward } = info;
  return (
    <div className="reward-view">
      <p className="lead">{reward.description}</p>
      <section className="redeem">
        <div className="redeem-top">
          <div className="mark">
            <span className="face">{reward.name}</span>
            <span>{reward.kind}</span>
            <span>No. {reward.id}</span>
          </div>
          <fieldset className="amounts">
            <legend>Choose an amount</legend>
            {reward.amounts.map(({ id, label, points, cents }) => (
              <label className="amount" key={id}>
                <input type="radio" name="amount" checked={id === chosen} onChange={() => setChosen(id)} />
                <span className="what">{label}</span>
                <span className="price num">
                  <span className="pts">{formatPoints(points ?? 0)} pts</span>
                  <span className="money">{formatMoney(cents ?? 0)}</span>
                </span>
              </label>
            ))}
          </fieldset>
        </div>
        <div className="redeem-stub">
          <p>Sign up for free and earn points to redeem this.</p>
          <a className="button" href="/login">
            Log in to redeem
          </a>
          <a className="button quiet" href="/login#sign-up">
            Sign up
          </a>
        </div>
      </section>
      <div className="about">
        <dl className="facts">
          <Fact term="Game or platform">{reward.game}</Fact>
          <Fact term="Where it works">{reward.regions}</Fact>
        </dl>
        <section>
          <h2>How to redeem it</h2>
          <ol className="steps">
            {reward.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  );
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

function Dashboard() {
  const quests = useAnswer<{ weekly_quests: Quest[] }>('/api/user/dashboard/weekly-quests')?.weekly_quests;
  const entries = useAnswer<{ data: Transaction[] }>('/api/user/dashboard/transactions')?.data;
  return (
    <div className="stack dashboard">
      <section className="goal no-goal">
        <div>
          <h2>What are you playing for?</h2>
          <p>
            Choose a reward as your goal. This card then counts what is still missing, and your points stay
            yours until you redeem them.
          </p>
          <a className="button" href="/user/rewards">
            Choose a goal
          </a>
        </div>
      </section>
      <section>
        <Title words="Weekly quests" />
        <ul className="rows">
          {quests?.map(({ id, game, name, progress, goal, points }) => (
            <li className="row" key={id}>
              <Sprite id={game.toLowerCase()} size={44} />
              <div>
                <b>
                  <a href="/user/games">{name}</a>
                </b>
                <small className="num">
                  <Tally done={progress ?? 0} goal={goal ?? 0} silent /> {formatPoints(progress ?? 0)} of{' '}
                  {formatPoints(goal ?? 0)} · {game}
                </small>
              </div>
              <Points points={points} />
            </li>
          ))}
        </ul>
      </section>
      <section>
        <Title words="Ledger" />
        <table className="ledger entries">
          <tbody>
            {entries?.map(({ id, title, detail, points, created_at: at }) => (
              <tr key={id}>
                <td>{new Date(at ?? 0).toLocaleDateString()}</td>
                <td>
                  {title}
                  <small>{detail}</small>
                </td>
                <td>
                  <span className="pts">{formatChange(points ?? 0)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Orders() {
  const orders = useAnswer<{ data: OrderLine[] }>('/api/user/orders?page=1')?.data;
  const [shown, setShown] = useState<number>();
  if (!orders) return null;
  return (
    <ul className="order-list">
      {orders.map(({ id, reward, amount, points, cents, state, created_at: at, delivered_at: came }) => (
        <li className="order" key={id}>
          <div className="order-face">
            <Face glyph={reward.glyph} colour={reward.colour} />
          </div>
          <div className="order-what">
            <h2>
              <a href={`/user/reward/${reward.id}`}>{reward.name}</a>
            </h2>
            <p className="muted">
              order {id} · {amount}
            </p>
          </div>
          <p className="order-price num">
            <span className="pts">{formatPoints(points)} pts</span>{' '}
            <span className="money">{formatMoney(cents)}</span>
          </p>
          <div className="order-state">
            <ol className="timeline">
              <li className="done">
                <span>Placed</span>
                <time dateTime={at}>{new Date(at).toLocaleString()}</time>
              </li>
              <li className="now">
                <StateBadge state={state} />
                {came !== null && <time dateTime={came}>{new Date(came).toLocaleString()}</time>}
              </li>
            </ol>
            <p className="muted">All yours. Enjoy.</p>
            <button type="button" className="button small" onClick={() => setShown(id)}>
              {shown === id ? '…' : 'Reveal code'}
            </button>
            <p className="order-acts">
              <button type="button" className="button quiet small">
                Report a problem
              </button>
              <a className="button quiet small" href={`/user/order-history?receipt=${id}`}>
                Receipt
              </a>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Balance() {
  const balance = useAnswer<{ balance: Record<'available' | 'pending' | 'reserved', number> }>(
    '/api/user/balance',
  )?.balance;
  return (
    <dl className="balance num">
      {(['available', 'pending', 'reserved'] as const).map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{balance && <span className="pts">{formatPoints(balance[name])}</span>}</dd>
        </div>
      ))}
      <span className="money">{balance && pointsInMoney(balance.available)}</span>
    </dl>
  );
}

const screens: Readonly<Record<string, () => ReactNode>> = { Games, Reward, Dashboard, Orders };
const root = document.getElementById('root');
const Screen = screens[root?.dataset.screen ?? ''];
if (root && Screen) createRoot(root).render(<Screen />);
const slot = document.querySelector('.balance-slot');
if (slot && root?.dataset.screen !== 'Reward') createRoot(slot).render(<Balance />);
