import { useStore } from '@nanostores/react';
import type { OperatorReward } from '../../../lib/contract/catalogue/operator-rewards.ts';
import { OPERATOR_REWARD_VIEWS } from '../../../lib/contract/operator-limits.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { shown } from '../../shared/stores/load.ts';
import { Time } from '../../shared/Time.tsx';
import { ActButton } from '../parts/ActButton.tsx';
import { choice } from '../parts/filters.ts';
import { Link } from '../parts/Link.tsx';
import { type Columns, ListFrame } from '../parts/ListFrame.tsx';
import { pause, pauseAll, resume, resumeAll, rewards } from '../rewards-store.ts';
import { overview } from '../section-store.ts';

const viewWords: Readonly<Record<(typeof OPERATOR_REWARD_VIEWS)[number], string>> = {
  all: 'All',
  paused: 'Paused',
  on: 'On',
};

const filters = [
  choice('state', 'Status', OPERATOR_REWARD_VIEWS, viewWords),
  { kind: 'text', name: 'search', label: 'Reward', placeholder: 'Steam' },
] as const;

const columns: Columns<OperatorReward> = [
  { head: 'Reward', kind: 'words', cell: ({ name }) => name, small: ({ id }) => id },
  { head: 'From', kind: 'figure', cell: ({ points }) => <span className="pts">{formatPoints(points)}</span> },
  { head: 'Delivered', kind: 'words', bare: true, cell: (reward) => <Delivery reward={reward} /> },
  {
    head: 'Status',
    bare: true,
    cell: ({ paused_at }) =>
      paused_at === null ? <span className="state ok">on</span> : <span className="state off">paused</span>,
    small: ({ paused_at }) => paused_at && <Time at={paused_at} />,
  },
  { head: 'Next', aside: true, bare: true, cell: (reward) => <Switch reward={reward} /> },
];

function Delivery({ reward: { delivery, codes } }: { readonly reward: OperatorReward }) {
  if (delivery === 'person') return 'By your team';
  if (codes === 0)
    return (
      <>
        As a code: <Link to={hrefs.operator('codes', 'import')}>none in stock</Link>
      </>
    );
  return `As a code: ${formatPoints(codes ?? 0)} in stock`;
}

function Switch({ reward: { id, name, paused_at, delivery } }: { readonly reward: OperatorReward }) {
  if (paused_at === null)
    return (
      <ActButton
        small
        label="Pause"
        of={name}
        title={`Pause ${name}?`}
        says="Nobody can redeem it until you turn it on again. Orders already placed stay open."
        submit="Pause it"
        send={() => pause(id)}
        doneMessage={() => `${name} is paused.`}
      />
    );
  const how =
    delivery === 'person'
      ? 'An operator sends each order by hand.'
      : 'Codes are sent from the stock right away.';
  return (
    <ActButton
      small
      label="Turn on"
      of={name}
      title={`Turn ${name} on?`}
      says={`Players can redeem it from now on. ${how}`}
      submit="Turn it on"
      send={() => resume(id)}
      doneMessage={() => `${name} is on.`}
    />
  );
}

const counted = (count: number): string => (count === 1 ? '1 reward was' : `${count} rewards were`);

/** The rewards that players can redeem, with a switch for each. */
export function Rewards() {
  const paused = shown(useStore(overview.$load, { ssr: 'initial' }))?.overview.rewards_paused ?? 0;
  return (
    <>
      <div className="lead actions">
        {paused > 0 && (
          <ActButton
            small
            label="Turn all on"
            of={`${paused} paused`}
            title={paused === 1 ? 'Turn the paused reward on?' : `Turn all ${paused} paused rewards on?`}
            says="Players can redeem them from now on. Make sure somebody sends those that don’t go out as codes."
            submit="Turn them on"
            send={resumeAll}
            doneMessage={({ resumed: ids }) => `${counted(ids.length)} turned on.`}
          />
        )}
        <ActButton
          small
          ends
          label="Pause all"
          of="every reward"
          title="Pause all rewards?"
          says="Nobody can redeem anything until you turn rewards on again. Orders already placed stay open. “Turn all on” also turns on rewards that are paused now."
          submit="Pause them"
          send={pauseAll}
          doneMessage={({ paused: ids }) => `${counted(ids.length)} paused.`}
        />
      </div>
      <ListFrame
        nouns={['reward', 'rewards']}
        source={rewards}
        filters={filters}
        columns={columns}
        nothing={{ title: 'No rewards', text: 'Rewards of the catalog are listed here.' }}
      />
    </>
  );
}
