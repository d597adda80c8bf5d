import { LEADERBOARD_COUNTED_TO } from '../../../lib/contract/limits.ts';
import type { LeaderboardInfo, LeaderboardRow } from '../../../lib/contract/progress/leaderboard.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { Empty } from '../../shared/Empty.tsx';
import { PlayerName } from '../../shared/PlayerName.tsx';
import { Sprite } from '../../shared/Sprite.tsx';

/** The top places, and further down the places around the player's own. */
export function Board({ info }: { readonly info: LeaderboardInfo }) {
  const { rows, around, players } = info;
  if (rows.length === 0)
    return (
      <Empty level={2} title="No points earned yet">
        <p>Be the first. Every confirmed point counts, whichever game it comes from.</p>
        <a className="button" href={routes.userGames.pattern}>
          See games
        </a>
      </Empty>
    );
  const podium = rows.length >= 3 ? rows.slice(0, 3) : [];
  const many =
    players >= LEADERBOARD_COUNTED_TO
      ? `${formatPoints(LEADERBOARD_COUNTED_TO)} or more`
      : formatPoints(players);
  return (
    <>
      {podium.length > 0 && <Podium rows={podium} />}
      {(rows.length > podium.length || around.length > 0) && (
        <table className="ledger ranks">
          <caption className="unseen">The leaderboard</caption>
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Player</th>
              <th scope="col">Points</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(podium.length).map((row, at) => (
              <Rank key={`${row.place}-${row.user?.id ?? `x${at}`}`} row={row} />
            ))}
          </tbody>
          {around.length > 0 && (
            <tbody className="around">
              <tr>
                <td colSpan={3}>
                  <span aria-hidden="true">···</span>
                  <span className="unseen">Further down, around your place</span>
                </td>
              </tr>
              {around.map((row, at) => (
                <Rank key={`${row.place}-${row.user?.id ?? `x${at}`}`} row={row} />
              ))}
            </tbody>
          )}
        </table>
      )}
      {players > rows.length && (
        <p className="end-line">
          Top {rows.length} of {many} players
        </p>
      )}
    </>
  );
}

/** The top three on a podium, with the first in the middle. Those who share a place stand equally high. */
function Podium({ rows }: { readonly rows: readonly LeaderboardRow[] }) {
  return (
    <ol className="podium" aria-label="Top three">
      {rows.map(({ place, user, level, points, mine }, at) => (
        <li key={user?.id ?? `x${at}`} data-place={place} className={mine ? 'mine' : undefined}>
          <Sprite id={user ? (user.avatar ?? user.name) : 'no name'} size={56} level={level} />
          {user ? (
            <a href={hrefs.userProfile(user.id)}>
              <PlayerName name={user.name} />
            </a>
          ) : (
            <i>Unnamed player</i>
          )}
          <small>
            {mine ? 'you' : `level ${level}`}
            {user?.sample && ' · sample'}
          </small>
          <span className="step num">
            <b>
              <span className="unseen">Place </span>
              {formatPoints(place)}
            </b>
            <span className="pts">
              {formatPoints(points)}
              <span className="unseen"> points</span>
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function Rank({ row: { place, user, level, points, mine } }: { readonly row: LeaderboardRow }) {
  return (
    <tr className={mine ? 'mine' : undefined}>
      <td className="num">{formatPoints(place)}</td>
      <td>
        <span className="rank-who">
          <Sprite id={user ? (user.avatar ?? user.name) : 'no name'} size={32} level={level} />
          <span>
            {user ? <a href={hrefs.userProfile(user.id)}>{user.name}</a> : <i>Unnamed player</i>}
            <small>
              level {level}
              {mine && ' · you'}
              {user?.sample && ' · sample'}
            </small>
          </span>
        </span>
      </td>
      <td className="num">
        <span className="pts">{formatPoints(points)}</span>
      </td>
    </tr>
  );
}
