import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { childOf } from '../../lib/arcade/breeding.ts';
import { type Kind, kindOf, kinds, lookOf, rarities, silhouetteOf } from '../../lib/arcade/creatures.ts';
import type { Find } from '../../lib/contract/milestones/collection.ts';
import { shortDate } from '../../lib/format/dates.ts';
import { publicHrefs } from '../../lib/routing/public.ts';
import { Button } from '../shared/Button.tsx';
import { Creature, Silhouette } from '../shared/Creature.tsx';
import { PlayLink } from '../shared/PlayLink.tsx';
import { ShareButton } from '../shared/ShareButton.tsx';
import { $bred, breed } from './more-store.ts';

interface Props {
  /** When the player can breed again. Null: now. */
  readonly breedsAt: string | null;
  readonly found: readonly Find[];
  readonly name: string;
  readonly mine: boolean;
}

const isAsked = () => new URLSearchParams(location.search).get('show') === 'collection';
/** How many creatures are on the shelf: two rows on a phone. */
const SHELF = 8;

/** The player's creatures: the rarest on the shelf. The owner also sees the whole book, including kinds not found yet. */
export function Collection({ found, breedsAt, name, mine }: Props) {
  const section = useRef<HTMLElement>(null);
  // Scroll there, because the section didn't exist when the page loaded.
  useEffect(() => {
    if (isAsked()) section.current?.scrollIntoView();
  }, []);
  const rarest = found.flatMap((find) => {
    const kind = kindOf(lookOf(find.creature));
    return kind ? [{ find, kind }] : [];
  });
  rarest.sort((one, other) => one.kind.per1000 - other.kind.per1000);
  if (!mine && rarest.length === 0) return null;
  return (
    <section ref={section} id="collection" aria-labelledby="creatures">
      <div className="section-title">
        <h2 id="creatures">{mine ? 'Your collection' : `${name}’s collection`}</h2>
        <span className="num">
          {rarest.length} of {kinds.length} creatures
        </span>
      </div>
      {rarest.length === 0 ? (
        <div className="actions">
          <p className="muted">Each kind of creature you hatch becomes a card here.</p>
          <PlayLink slug="hatch" small>
            Play Hatch
          </PlayLink>
        </div>
      ) : (
        <ul className="creatures" aria-label="Rarest creatures">
          {rarest.slice(0, mine ? SHELF : kinds.length).map(({ find, kind }) => (
            <Card key={kind.id} kind={kind} find={find} />
          ))}
        </ul>
      )}
      {mine && rarest.length > SHELF && (
        <details className="few book">
          <summary>{rarest.length - SHELF} more you found</summary>
          <ul className="creatures" aria-label="Other creatures you found">
            {rarest.slice(SHELF).map(({ find, kind }) => (
              <Card key={kind.id} kind={kind} find={find} />
            ))}
          </ul>
        </details>
      )}
      {mine && <Share rarest={rarest} name={name} />}
      {mine && found.length > 0 && (
        <details className="few book">
          <summary>Breed a pair</summary>
          <Breeding found={found} breedsAt={breedsAt} />
        </details>
      )}
      {mine && <Book found={found} />}
    </section>
  );
}

interface Owned {
  readonly find: Find;
  readonly kind: Kind;
}

/** Shares one of the creatures as a picture. The rarest are first in the list. */
function Share({ rarest, name }: { readonly rarest: readonly Owned[]; readonly name: string }) {
  const [chosen, setChosen] = useState<number>();
  const { find, kind } = rarest.find((one) => one.kind.id === chosen) ?? rarest[0] ?? {};
  // Recomputed only when another creature is chosen.
  const creature = useMemo(() => find && lookOf(find.creature), [find]);
  if (!find || !kind) return null;
  return (
    <div className="share-one">
      <Choice
        label="Creature to share"
        kinds={rarest.map((one) => one.kind)}
        value={kind}
        onChoose={setChosen}
      />
      <ShareButton
        name={name}
        card={{
          about: find.parents ? 'I bred' : 'I found',
          figure: kind.name,
          words: `Rarity: ${kind.rarity}, ${oddsOf(kind)}`,
          creature,
          path: publicHrefs.game('hatch'),
        }}
      />
    </div>
  );
}

/** All kinds, grouped by size. */
function Book({ found }: Pick<Props, 'found'>) {
  const byKind = new Map(found.map((find) => [find.kind, find]));
  const pages = [...Map.groupBy(kinds, ({ size }) => size)];
  const countOf = (page: readonly Kind[]) => page.filter(({ id }) => byKind.has(id)).length;
  // The first page with something to find is open. Not for a new player, whose screens must stay short.
  const next = found.length > 0 && pages.find(([, page]) => countOf(page) < page.length)?.[0];
  return (
    <details className="few book" open={isAsked()}>
      <summary>All {kinds.length} creatures and how to find them</summary>
      {pages.map(([size, page]) => (
        <section key={size} aria-label={`Creatures of ${size} by ${size} pixels`}>
          <details className="few" open={size === next}>
            <summary>
              {size} by {size} pixels
              <small className="muted num">
                {countOf(page)} of {page.length} · {whenOf(size)}
              </small>
            </summary>
            <ul className="creatures">
              {page.map((kind) => (
                <Card key={kind.id} kind={kind} find={byKind.get(kind.id)} how />
              ))}
            </ul>
          </details>
        </section>
      ))}
      <p className="muted book-end">
        Size, ears and feet make a kind. Odds are for creatures of that size. You can’t buy creatures, and
        they aren’t worth points.
      </p>
    </details>
  );
}

/** Breeds two creatures of the same size, once a day. */
function Breeding({ found, breedsAt }: Pick<Props, 'found' | 'breedsAt'>) {
  const own = found.flatMap(({ creature }) => {
    const look = lookOf(creature);
    const kind = kindOf(look);
    return kind ? [{ ...kind, look }] : [];
  });
  type Own = (typeof own)[number];
  const [first, setFirst] = useState<number | null>(null);
  const [second, setSecond] = useState<number | null>(null);
  const [refused, setRefused] = useState<string>();
  const bred = useStore($bred, { ssr: 'initial' });
  const pairs = (kind: Own) => own.filter(({ id, size }) => id !== kind.id && size === kind.size);
  const firsts = own.filter((kind) => pairs(kind).length > 0);
  const bredBy = (kind: Own, other: Own) => kindOf(childOf(kind.look, other.look));
  const isNew = (kind?: Kind) => kind !== undefined && own.every(({ id }) => id !== kind.id);
  const findsBy = (kind: Own, other: Own) => isNew(bredBy(kind, other));
  // A pair that breeds something new, if there is one.
  const one =
    firsts.find(({ id }) => id === first) ??
    firsts.find((kind) => pairs(kind).some((other) => findsBy(kind, other))) ??
    firsts[0];
  if (!one) return <p className="muted">Find two creatures of the same size to breed them.</p>;
  const seconds = pairs(one);
  const other =
    seconds.find(({ id }) => id === second) ?? seconds.find((kind) => findsBy(one, kind)) ?? seconds[0];
  if (!other) return null;
  const child = bredBy(one, other);
  const bredKind = bred && kindOf(lookOf(bred.find.creature));
  return (
    <div className="breeding">
      <p className="muted">
        Two creatures of the same size breed a third, with the ears of one and the feet of the other. You can
        breed one pair a day, and the same pair always gives the same creature.
      </p>
      <div className="pair">
        <Choice label="First creature" kinds={firsts} value={one} onChoose={setFirst} />
        <Choice label="Second creature" kinds={seconds} value={other} onChoose={setSecond} />
      </div>
      {child && (
        <p>
          They breed {child.name} ({child.rarity}
          {isNew(child) && ', new'}).
        </p>
      )}
      {breedsAt === null ? (
        <Button small onPress={async () => setRefused(await breed(one.id, other.id))}>
          Breed {one.name} and {other.name}
        </Button>
      ) : (
        <p className="muted">You can breed again after midnight UTC.</p>
      )}
      <div role="status" aria-label="What you bred">
        {refused !== undefined && <p className="notice bad">{refused}</p>}
        {bred && bredKind && (
          <p className="bred">
            <Creature picture={lookOf(bred.find.creature)} />
            <span>
              {bred.is_new ? 'New' : 'Another'}: <b>{bredKind.name}</b> ({bredKind.rarity})
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly kinds: readonly Kind[];
  readonly value: Kind;
  readonly onChoose: (id: number) => void;
}

function Choice({ label, kinds, value, onChoose }: ChoiceProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <select className="input" value={value.id} onChange={({ target }) => onChoose(Number(target.value))}>
        {kinds.map(({ id, name, size, rarity }) => (
          <option key={id} value={id}>
            {name} ({rarity}, {size} by {size})
          </option>
        ))}
      </select>
    </label>
  );
}

interface CardProps {
  readonly kind: Kind;
  readonly find: Find | undefined;
  /** Whether to say when it was found. */
  readonly how?: boolean;
}

function Card({ kind, find, how = false }: CardProps) {
  return (
    <li data-rarity={kind.rarity} data-found={find !== undefined}>
      {find ? <Creature picture={lookOf(find.creature)} /> : <Silhouette picture={silhouetteOf(kind)} />}
      <b>{kind.name}</b>
      <span className="rarity">
        <i aria-hidden="true">{'▪'.repeat(rarities.indexOf(kind.rarity) + 1)}</i> {kind.rarity}
      </span>
      {!find && (
        <small>
          <span className="unseen">Not found yet: </span>
          {traitsOf(kind)} · {oddsOf(kind)}
        </small>
      )}
      {find && how && (
        <small>
          {shortDate(find.found_at, Date.now())}
          {find.count > 1 && ` · ${find.count} times`}
          {find.parents && ' · bred'}
        </small>
      )}
    </li>
  );
}

const oddsOf = ({ per1000 }: Kind) => `1 in ${Math.round(1000 / per1000)}`;

/** "3+ ears, 1 foot" */
function traitsOf({ ears, feet }: Kind): string {
  const counted = (count: number, one: string, many: string) =>
    count === 1 ? one : `${count === 3 ? '3+' : count} ${many}`;
  return `${counted(ears, 'no ears', 'ears')}, ${counted(feet, '1 foot', 'feet')}`;
}

const places: Readonly<Record<number, string>> = {
  5: 'the first two in a round',
  6: 'the third and fourth in a round',
  7: 'the fifth and sixth in a round',
  8: 'from the seventh in a round',
  10: 'the weekly giants',
};
const whenOf = (size: number) => places[size] ?? '';
