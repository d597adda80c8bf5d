import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { CLASSIC, type Variant } from '../../lib/arcade/arcade.ts';
import { medalOf, nextMedal } from '../../lib/arcade/medals.ts';
import type { PlayBudgetLeft } from '../../lib/contract/arcade/play-budget.ts';
import type { Milestone } from '../../lib/contract/arcade/rounds.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { publicHrefs } from '../../lib/routing/public.ts';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { $user } from '../../lib/session/session.ts';
import { Button } from '../shared/Button.tsx';
import { useCelebration } from '../shared/feel/use-celebration.ts';
import { MedalMark, medalNames } from '../shared/MedalMark.tsx';
import { ShareButton } from '../shared/ShareButton.tsx';
import { Tally } from '../shared/Tally.tsx';
import { useFocusHandover } from '../shared/use-focus-handover.ts';
import { After } from './Counted.tsx';
import { Counter } from './Counter.tsx';
import { duelResult } from './duel.ts';
import { GuestResult } from './GuestResult.tsx';
import type { GameBoard } from './game-board.ts';
import { $showsGhost, runAgainst } from './ghost-store.ts';
import { OutcomeNote } from './OutcomeNote.tsx';
import type { OwnQuest } from './own-game.ts';
import type { Outcome, Play } from './round.ts';
import { ShareResult } from './ShareResult.tsx';
import { StartButton } from './StartButton.tsx';
import { sendAgain } from './saving-store.ts';
import { type Instead, roundHref, TODAY } from './use-mode.ts';
import { useReplayKey } from './use-replay-key.ts';

/** Whether a round that began then is still on today's leaderboard, UTC. */
const isToday = (startedAt: number) => new Date(startedAt).getUTCDate() === new Date().getUTCDate();

interface Props {
  readonly play: Extract<Play, { state: 'finished' }>;
  readonly game: string;
  readonly board: GameBoard;
  readonly signedIn: boolean;
  /** What our own games can still pay, if known. */
  readonly budget: PlayBudgetLeft | undefined;
  /** The quests that this round has completed. */
  readonly completed: readonly OwnQuest[];
  readonly onStart: () => unknown;
  readonly instead: Instead | undefined;
}

const titles: Readonly<Record<Outcome['state'], string>> = {
  practice: 'Round over',
  guest: 'Round complete',
  saving: 'Checking your score',
  saved: 'Round complete',
  unsaved: 'Not saved yet',
  elsewhere: 'Already counted',
  refused: 'This round doesn’t count',
};

/** The result of the round as a ticket: the score, what it earned, and where to go next. */
export function EndPanel({
  play: { round, outcome },
  game,
  board,
  signedIn,
  budget,
  completed,
  onStart,
  instead,
}: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const user = useStore($user, { ssr: 'initial' });
  const goal = user?.myreward ?? null;
  const list = signedIn ? routes.userRewards : routes.guestRewards;
  const { name, variant } = round.rules;
  const isClassic = variant.id === CLASSIC;
  const isSaving = outcome.state === 'saving';
  const open = isSaving || outcome.state === 'unsaved';
  const href = round.daily ? roundHref(name, TODAY) : publicHrefs.game(name);
  const text = board.shareText && `${board.shareText(round, round.game)}\n${location.origin}${href}`;
  const affordable =
    outcome.state === 'saved' && outcome.answer.milestones?.some(({ kind }) => kind === 'goal') === true;
  const toRewards = (
    <a
      className={affordable ? 'button' : 'button quiet'}
      href={goal === null ? list.pattern : hrefs.userReward(goal)}
    >
      {goal === null ? 'See rewards' : 'See your reward'}
    </a>
  );
  const result = useRef<HTMLElement>(null);
  // What was counted. The board of a round that was ended too late may be a few moves ahead.
  const { score } = outcome.state === 'saved' ? outcome.answer.result : round.game;
  // As the round ended: another run may be chosen for the next one.
  const [rival] = useState(() => (!round.daily || $showsGhost.get() ? runAgainst(round) : undefined));
  const lead = rival ? score - (rival.scores.at(-1) ?? 0) : 0;
  const isScored = outcome.state !== 'refused' && outcome.state !== 'elsewhere';
  const duel = rival && isScored && duelResult(score, lead, rival);
  const wins = winsOf(outcome, completed, lead);
  useCelebration(result, wins);
  const isReplay = !open && !affordable && !instead && outcome.state !== 'guest';
  useReplayKey(title, outcome.state, isReplay ? onStart : undefined);

  return (
    <section
      ref={result}
      className="end"
      data-won={wins > 0 || undefined}
      aria-label="Result"
      aria-busy={isSaving}
    >
      <header className="upper">
        <h2 ref={title} tabIndex={-1}>
          {titles[outcome.state]}
        </h2>
        {outcome.state === 'saved' && outcome.best ? (
          <p className="stamp">New best</p>
        ) : (
          wins > 0 && <Tally done={wins} goal={wins} silent />
        )}
        <p className="end-score num">
          <Counter text={formatPoints(score)} rolls />
        </p>
        <p className="end-summary muted num">
          {!isClassic && `${variant.name}: `}
          {board.summary(round.game)}
        </p>
        {isScored && (
          <Won
            variant={variant}
            score={score}
            reached={outcome.state === 'saved' ? outcome.answer.milestones : undefined}
          />
        )}
        {duel && <p className="duel">{duel}</p>}
        {board.Result && <board.Result game={round.game} />}
      </header>
      {/* It must exist before its text appears, or screen readers don't announce it. */}
      <p className="unseen" role="status" aria-label="Result">
        {outcome.state === 'saved' &&
          [
            'Round complete.',
            ...(duel ? [duel] : []),
            ...(outcome.best ? ['New best score.'] : []),
            ...(isClassic ? [`Points earned: ${formatPoints(outcome.answer.credited)}.`] : []),
            ...(outcome.answer.milestones ?? []).map(({ title }) => `${title}.`),
          ].join(' ')}
      </p>
      <div className="lower">
        {outcome.state === 'guest' ? (
          <GuestResult
            session={round.session}
            ranked={round.daily && score > 0 && isToday(round.startedAt)}
            budget={budget}
            completed={completed}
            onStart={onStart}
            instead={instead}
          >
            {text && <ShareResult text={text} />}
          </GuestResult>
        ) : (
          <>
            <OutcomeNote outcome={outcome} signedIn={signedIn} isClassic={isClassic} />
            <div className="end-do">
              {outcome.state === 'unsaved' && <Again next={() => title.current} />}
              {affordable && toRewards}
              {!isSaving && (
                <StartButton quiet={open || affordable} onStart={onStart} instead={instead}>
                  {open ? 'Discard and play again' : 'Play again'}
                  {isReplay && (
                    <span className="key" aria-hidden="true">
                      ↵
                    </span>
                  )}
                </StartButton>
              )}
              {!open && !affordable && toRewards}
              {!isSaving &&
                isScored &&
                (text ? (
                  <ShareResult text={text} />
                ) : (
                  <ShareButton
                    label="Share score"
                    name={user?.name}
                    card={{
                      about: `My score in ${game}`,
                      figure: formatPoints(score),
                      words: board.summary(round.game),
                      path: href,
                    }}
                  />
                ))}
            </div>
            {outcome.state === 'saved' && isClassic && <After answer={outcome.answer} />}
          </>
        )}
      </div>
    </section>
  );
}

/** How many things there are to celebrate: quests, a best score, a duel, medals and what else the round reached. */
function winsOf(outcome: Outcome, completed: readonly OwnQuest[], lead: number): number {
  const duels = lead > 0 ? 1 : 0;
  if (outcome.state === 'guest') return completed.length + duels;
  if (outcome.state === 'practice') return duels;
  if (outcome.state !== 'saved') return 0;
  const { quests, milestones = [] } = outcome.answer;
  const paid = quests.filter(({ credited }) => credited > 0);
  return paid.length + milestones.length + (outcome.best ? 1 : 0) + duels;
}

/** The medal for the score, and what the next one needs. */
function Won({
  variant,
  score,
  reached = [],
}: {
  readonly variant: Variant;
  readonly score: number;
  readonly reached?: readonly Milestone[] | undefined;
}) {
  const medal = medalOf(variant, score);
  // A medal won for the first time has its own card below, which says what the next one needs.
  if (medal && reached.some((one) => one.medal)) return null;
  const next = nextMedal(variant, score);
  return (
    <p className="won">
      {medal && (
        <b>
          <MedalMark medal={medal} /> {medalNames[medal]} medal
        </b>
      )}{' '}
      {next && (
        <span className="muted num">
          {medalNames[next.medal]} from {formatPoints(next.score)}
        </span>
      )}
    </p>
  );
}

/** The button goes away when pressed. The focus then moves to the title, which says that the round is starting. */
function Again({ next }: { readonly next: () => HTMLElement | null }) {
  const place = useFocusHandover<HTMLSpanElement>(next);
  return (
    <span ref={place}>
      <Button onPress={sendAgain}>Try again</Button>
    </span>
  );
}
